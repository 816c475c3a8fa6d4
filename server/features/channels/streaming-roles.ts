import { channel } from '@onair/contract'
import { displayDate } from '../../shared/dates.ts'
import { defineHandler } from '../../shared/handler.ts'
import { ownerRole } from '../../shared/wire-profile.ts'
import { listChannelManagers, loadOwner } from './manager-store.ts'

/** The owner's role begins with the channel. */
export const streamingRoles = defineHandler(channel.listStreamingRoles, async ({ caller }, { config, db }) => {
  const [owner, managers] = await Promise.all([
    loadOwner(db.read, caller.channelId),
    listChannelManagers(db.read, caller.channelId),
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
