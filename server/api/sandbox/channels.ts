import type { sandboxApi } from '@onair/contract'
import { follow, unfollow } from '../../features/channels/follow.ts'
import { requireChannel } from '../../features/channels/require-channel.ts'
import { setManagerRole } from '../../features/channels/set-manager-role.ts'
import { sendMessage } from '../../features/chat/send-message.ts'
import { goLive } from '../../features/lives/go-live.ts'
import { goOffline } from '../../features/lives/go-offline.ts'
import { invalidField } from '../../shared/refusal.ts'
import type { Handlers } from '../handler.ts'

export const channels: Handlers<typeof sandboxApi.channels> = {
  async chat({ body: { channelId, byChannelId, message } }, deps) {
    await requireChannel('channelId', channelId, deps)
    await requireChannel('byChannelId', byChannelId, deps)
    return sendMessage({ channelId, senderChannelId: byChannelId, message }, deps)
  },

  async follow({ body }, deps) {
    await requireChannel('channelId', body.channelId, deps)
    await requireChannel('byChannelId', body.byChannelId, deps)
    await follow(body, deps)
    return null
  },

  async unfollow({ body }, deps) {
    await requireChannel('channelId', body.channelId, deps)
    await requireChannel('byChannelId', body.byChannelId, deps)
    await unfollow(body, deps)
    return null
  },

  async manage({ body }, deps) {
    await requireChannel('channelId', body.channelId, deps)
    await requireChannel('byChannelId', body.byChannelId, deps)
    await setManagerRole(body, deps)
    return null
  },

  async goLive({ body: { channelId, liveTitle, viewers: simulatedViewers } }, deps) {
    await requireChannel('channelId', channelId, deps)
    return { liveId: await goLive({ channelId, liveTitle, simulatedViewers }, deps) }
  },

  async goOffline({ body: { channelId } }, deps) {
    await requireChannel('channelId', channelId, deps)
    const liveId = await goOffline(channelId, deps)
    if (liveId === null) throw invalidField('channelId', 'NOT_LIVE')
    return { liveId }
  },
}
