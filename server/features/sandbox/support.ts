import { sandboxSupport } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { donate } from '../payments/donate.ts'
import { subscribe } from '../payments/subscribe.ts'
import { requireChannel } from '../channels/require-channel.ts'

export const subscribeAsSomeone = defineHandler(sandboxSupport.subscribe, async ({ body }, deps) => {
  const { channelId, byChannelId: subscriberChannelId, tierNo = 1, month = 1 } = body
  await requireChannel('channelId', channelId, deps)
  await requireChannel('byChannelId', subscriberChannelId, deps)
  await subscribe({ channelId, subscriberChannelId, tierNo, month }, deps)
  return null
})

export const donateAsSomeone = defineHandler(sandboxSupport.donate, async ({ body }, deps) => {
  const { channelId, byChannelId: donatorChannelId = null, donationType = 'CHAT', donationText = '', payAmount } = body
  await requireChannel('channelId', channelId, deps)
  if (donatorChannelId !== null) await requireChannel('byChannelId', donatorChannelId, deps)
  return { donationId: await donate({ channelId, donatorChannelId, donationType, donationText, payAmount }, deps) }
})
