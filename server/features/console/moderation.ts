import { consoleModeration } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { knownChannel } from '../channels/known-channel.ts'
import { manage } from '../channels/manage.ts'
import { findManagers } from '../channels/manager-store.ts'
import { restrictedIn } from '../restrictions/list-restricted.ts'
import { releaseIn, restrictIn } from '../restrictions/restrict.ts'
import { keepOut, letBackIn } from '../restrictions/temporary-restrict.ts'

export const listManagers = handle(consoleModeration.listManagers, async ({ caller }, { db }) => ({
  data: (await findManagers(db.read, caller.channelId)).map((row) => ({
    managerChannelId: row.id,
    managerChannelName: row.name,
    userRole: row.user_role,
    createdDate: utcSecond(row.created_at),
  })),
}))

export const putManager = handle(consoleModeration.putManager, async ({ caller, inPath, body }, world) => {
  await knownChannel('managerChannelId', inPath.managerChannelId, world)
  const { channelId } = caller
  await manage({ channelId, byChannelId: inPath.managerChannelId, userRole: body.userRole }, world, 'managerChannelId')
  return null
})

export const removeManager = handle(consoleModeration.removeManager, async ({ caller, inPath }, world) => {
  await knownChannel('managerChannelId', inPath.managerChannelId, world)
  await manage({ channelId: caller.channelId, byChannelId: inPath.managerChannelId, userRole: null }, world)
  return null
})

export const listRestrictedInOwn = handle(consoleModeration.listRestricted, async ({ caller, query }, world) => {
  const { data, next } = await restrictedIn(caller.channelId, query, world)
  return {
    data: data.map(({ channelId, channelName, createdAt }) => ({
      restrictedChannelId: channelId,
      restrictedChannelName: channelName,
      createdDate: utcSecond(createdAt),
    })),
    page: { next },
  }
})

export const restrictInOwn = handle(consoleModeration.restrict, async ({ caller, inPath }, world) => {
  await restrictIn(caller.channelId, inPath.targetChannelId, world)
  return null
})

export const releaseInOwn = handle(consoleModeration.release, async ({ caller, inPath }, world) => {
  await releaseIn(caller.channelId, inPath.targetChannelId, world)
  return null
})

export const restrictTemporarilyInChat = handle(
  consoleModeration.restrictTemporarily,
  async ({ caller, inPath }, world) => {
    await knownChannel('channelId', inPath.channelId, world)
    await keepOut({ ...inPath, by: caller.channelId }, world)
    return null
  },
)

export const releaseTemporarilyInChat = handle(
  consoleModeration.releaseTemporarily,
  async ({ caller, inPath }, world) => {
    await knownChannel('channelId', inPath.channelId, world)
    await letBackIn({ ...inPath, by: caller.channelId }, world)
    return null
  },
)
