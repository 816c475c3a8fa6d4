import type { sandboxApi } from '@onair/contract'
import { requireChannel } from '@onair/server/features/channels/require-channel.ts'
import { donate } from '@onair/server/features/payments/donate.ts'
import { subscribeToChannel } from '@onair/server/features/payments/subscribe-to-channel.ts'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'

export const payments: Handlers<typeof sandboxApi.payments> = {
  async subscribe({ body: { channelId, byChannelId, tierNo = 1, month = 1 } }, deps) {
    await requireChannel('channelId', channelId, deps)
    await requireChannel('byChannelId', byChannelId, deps)
    await subscribeToChannel({ channelId, subscriberChannelId: byChannelId, tierNo, month }, deps)
    return null
  },

  async donate({ body: { channelId, byChannelId = null, payAmount, ...rest } }, deps) {
    await requireChannel('channelId', channelId, deps)
    if (byChannelId !== null) await requireChannel('byChannelId', byChannelId, deps)
    const { donationType = 'CHAT', donationText = '' } = rest
    const donation = { channelId, donatorChannelId: byChannelId, donationType, donationText, payAmount }
    return { donationId: await donate({ ...donation, payerChannelId: null }, deps) }
  },
}
