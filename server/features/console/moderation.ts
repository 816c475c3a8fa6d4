import { consoleModeration } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { knownChannel } from '../channels/known-channel.ts'
import { manage } from '../channels/manage.ts'
import { findManagers } from '../channels/manager-store.ts'
import { hideMessage } from '../chat/hide-message.ts'
import { mustKeepOrder } from '../chat/keep-order.ts'
import { loadNotice } from '../chat/notice-store.ts'
import { register, takeAway } from '../chat/notice.ts'
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

export const listRestrictedIn = handle(consoleModeration.listRestricted, async ({ caller, inPath, query }, world) => {
  await knownChannel('channelId', inPath.channelId, world)
  await mustKeepOrder(world.db.read, inPath.channelId, caller.channelId)
  const { data, next } = await restrictedIn(inPath.channelId, query, world)
  return {
    data: data.map(({ channelId, channelName, createdAt }) => ({
      restrictedChannelId: channelId,
      restrictedChannelName: channelName,
      createdDate: utcSecond(createdAt),
    })),
    page: { next },
  }
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

export const restrictInChannel = handle(consoleModeration.restrict, async ({ caller, inPath }, world) => {
  await knownChannel('channelId', inPath.channelId, world)
  await restrictIn({ ...inPath, by: caller.channelId }, world)
  return null
})

export const releaseInChannel = handle(consoleModeration.release, async ({ caller, inPath }, world) => {
  await knownChannel('channelId', inPath.channelId, world)
  await releaseIn({ ...inPath, by: caller.channelId }, world)
  return null
})

export const hideMessageInChat = handle(consoleModeration.hideMessage, async ({ caller, inPath }, world) => {
  await knownChannel('channelId', inPath.channelId, world)
  await hideMessage({ ...inPath, by: caller.channelId }, world)
  return null
})

export const readNoticeInChat = handle(consoleModeration.readNotice, async ({ inPath: { channelId } }, world) => {
  await knownChannel('channelId', channelId, world)
  const notice = await loadNotice(world.db.read, channelId)
  return { notice: notice && { message: notice.content, createdDate: utcSecond(notice.createdAt) } }
})

export const putNoticeInChat = handle(consoleModeration.putNotice, async ({ caller, inPath, body }, world) => {
  await knownChannel('channelId', inPath.channelId, world)
  await register({ ...inPath, by: caller.channelId }, body, world)
  return null
})

export const removeNoticeInChat = handle(consoleModeration.removeNotice, async ({ caller, inPath }, world) => {
  await knownChannel('channelId', inPath.channelId, world)
  await takeAway({ ...inPath, by: caller.channelId }, world)
  return null
})
