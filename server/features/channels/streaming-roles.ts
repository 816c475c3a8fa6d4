import { channel } from '@onair/contract'
import { displayDate } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { ownerRole } from '../../kit/wire-profile.ts'
import { findManagers, loadOwner } from './manager-store.ts'

/** The owner's role begins with the channel. */
export const streamingRoles = handle(channel.streamingRoles, async ({ caller }, { config, db }) => {
  const [owner, managers] = await Promise.all([
    loadOwner(db.read, caller.channelId),
    findManagers(db.read, caller.channelId),
  ])
  return {
    data: [{ ...owner, user_role: ownerRole(caller.wireProfile) }, ...managers].map((row) => ({
      managerChannelId: row.id,
      managerChannelName: row.name,
      userRole: row.user_role,
      createdDate: displayDate(row.created_at, config.displayZone),
    })),
  }
})
