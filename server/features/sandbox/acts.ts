import { sandboxActs } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { follow, unfollow } from '../channels/follow.ts'
import { setManagerRole } from '../channels/set-manager-role.ts'
import { invalidField } from '../../shared/refusal.ts'
import { postMessage } from '../chat/post-message.ts'
import { goLive } from '../lives/go-live.ts'
import { goOffline } from '../lives/go-offline.ts'
import { requireChannel } from '../channels/require-channel.ts'

export const chatAsSomeone = defineHandler(sandboxActs.chat, async ({ body }, deps) => {
  await requireChannel('channelId', body.channelId, deps)
  await requireChannel('byChannelId', body.byChannelId, deps)
  return postMessage({ channelId: body.channelId, senderChannelId: body.byChannelId, message: body.message }, deps)
})

export const followAsSomeone = defineHandler(sandboxActs.follow, async ({ body }, deps) => {
  await requireChannel('channelId', body.channelId, deps)
  await requireChannel('byChannelId', body.byChannelId, deps)
  await follow(body, deps)
  return null
})

export const unfollowAsSomeone = defineHandler(sandboxActs.unfollow, async ({ body }, deps) => {
  await requireChannel('channelId', body.channelId, deps)
  await requireChannel('byChannelId', body.byChannelId, deps)
  await unfollow(body, deps)
  return null
})

export const manage = defineHandler(sandboxActs.manage, async ({ body }, deps) => {
  await requireChannel('channelId', body.channelId, deps)
  await requireChannel('byChannelId', body.byChannelId, deps)
  await setManagerRole(body, deps)
  return null
})

export const goLiveAsSomeone = defineHandler(sandboxActs.goLive, async ({ body }, deps) => {
  await requireChannel('channelId', body.channelId, deps)
  const { channelId, liveTitle, viewers: simulatedViewers } = body
  return { liveId: await goLive({ channelId, liveTitle, simulatedViewers }, deps) }
})

export const goOfflineAsSomeone = defineHandler(sandboxActs.goOffline, async ({ body: { channelId } }, deps) => {
  await requireChannel('channelId', channelId, deps)
  const liveId = await goOffline(channelId, deps)
  if (liveId === null) throw invalidField('channelId', 'NOT_LIVE')
  return { liveId }
})
