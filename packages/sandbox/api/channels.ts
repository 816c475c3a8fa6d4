import type { sandboxApi } from '@onair/contract'
import { follow, unfollow } from '@onair/server/features/channels/follow.ts'
import { requireChannel } from '@onair/server/features/channels/require-channel.ts'
import { setManagerRole } from '@onair/server/features/channels/set-manager-role.ts'
import { sendMessage } from '@onair/server/features/chat/send-message.ts'
import { goLive, goOffline } from '@onair/server/features/lives/go-live.ts'
import { showTestPicture } from '../test-picture/show-test-picture.ts'
import { getGoal } from '@onair/server/features/overlays/overlays.ts'
import { getStreamKey } from '@onair/server/features/lives/stream-key.ts'
import type { SentMessage } from '@onair/server/features/chat/message-writer.ts'
import { isDatabaseUnavailable } from '@onair/server/infra/db/pool.ts'
import { invalidField, Refusal, toErrorReason } from '@onair/server/shared/refusal.ts'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'

export const channels: Handlers<typeof sandboxApi.channels> = {
  async chat({ body: { channelId, byChannelId, message } }, deps) {
    try {
      return await sendMessage({ channelId, senderChannelId: byChannelId, message }, deps)
    } catch (error) {
      // Names the field. A check before each message would take two statements of its own.
      if (error instanceof Refusal && error.reason.code === 'NO_SUCH_CHANNEL') {
        await requireChannel('channelId', channelId, deps)
        await requireChannel('byChannelId', byChannelId, deps)
      }
      throw error
    }
  },

  async sendChats({ body: { messages } }, deps) {
    const sending = messages.map(({ channelId, byChannelId, message }) =>
      sendMessage({ channelId, senderChannelId: byChannelId, message }, deps),
    )
    return { data: (await Promise.allSettled(sending)).map(toChatResult) }
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
    const liveId = await goLive({ channelId, liveTitle, simulatedViewers }, deps)
    await showTestPicture(channelId, deps)
    return { liveId }
  },

  async goOffline({ body: { channelId } }, deps) {
    await requireChannel('channelId', channelId, deps)
    const liveId = await goOffline(channelId, deps)
    if (liveId === null) throw invalidField('channelId', 'NOT_LIVE')
    return { liveId }
  },

  async getEncoder({ query: { channelId } }, deps) {
    await requireChannel('channelId', channelId, deps)
    return { encoderUrl: deps.videos.encoderUrl, streamKey: await getStreamKey(channelId, deps) }
  },

  async getGoal({ query: { channelId } }, deps) {
    await requireChannel('channelId', channelId, deps)
    return getGoal(channelId, deps)
  },
}

/** A failed message must not fail the request: its caller would send the others again. */
function toChatResult(result: PromiseSettledResult<SentMessage>) {
  if (result.status === 'fulfilled') return { sent: result.value, reason: null }
  const error: unknown = result.reason
  if (error instanceof Refusal) return { sent: null, reason: error.reason }
  if (isDatabaseUnavailable(error)) return { sent: null, reason: toErrorReason('SERVER_BUSY') }
  throw error
}
