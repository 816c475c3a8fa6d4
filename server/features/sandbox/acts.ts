import { sandboxActs } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { follow, unfollow } from '../channels/follow.ts'
import { manage } from '../channels/manage.ts'
import { badField } from '../../kit/refusal.ts'
import { say } from '../chat/say.ts'
import { goLive } from '../lives/go-live.ts'
import { goOffline } from '../lives/go-offline.ts'
import { knownChannel } from '../channels/known-channel.ts'

export const chatAsSomeone = handle(sandboxActs.chat, async ({ body }, world) => {
  await knownChannel('channelId', body.channelId, world)
  await knownChannel('byChannelId', body.byChannelId, world)
  return say({ channelId: body.channelId, senderChannelId: body.byChannelId, message: body.message }, world)
})

export const followAsSomeone = handle(sandboxActs.follow, async ({ body }, world) => {
  await knownChannel('channelId', body.channelId, world)
  await knownChannel('byChannelId', body.byChannelId, world)
  await follow(body, world)
  return null
})

export const unfollowAsSomeone = handle(sandboxActs.unfollow, async ({ body }, world) => {
  await knownChannel('channelId', body.channelId, world)
  await knownChannel('byChannelId', body.byChannelId, world)
  await unfollow(body, world)
  return null
})

export const manageAsSomeone = handle(sandboxActs.manage, async ({ body }, world) => {
  await knownChannel('channelId', body.channelId, world)
  await knownChannel('byChannelId', body.byChannelId, world)
  await manage(body, world)
  return null
})

export const goLiveAsSomeone = handle(sandboxActs.goLive, async ({ body }, world) => {
  await knownChannel('channelId', body.channelId, world)
  const { channelId, liveTitle, viewers: simulatedViewers } = body
  return { liveId: await goLive({ channelId, liveTitle, simulatedViewers }, world) }
})

export const goOfflineAsSomeone = handle(sandboxActs.goOffline, async ({ body: { channelId } }, world) => {
  await knownChannel('channelId', channelId, world)
  const liveId = await goOffline(channelId, world)
  if (liveId === null) throw badField('channelId', 'NOT_LIVE')
  return { liveId }
})
