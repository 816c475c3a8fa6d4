import { sandboxSupport } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { donate } from '../support/donate.ts'
import { subscribe } from '../support/subscribe.ts'
import { knownChannel } from '../channels/known-channel.ts'

export const subscribeAsSomeone = handle(sandboxSupport.subscribe, async ({ body }, world) => {
  const { channelId, byChannelId: subscriberChannelId, tierNo = 1, month = 1 } = body
  await knownChannel('channelId', channelId, world)
  await knownChannel('byChannelId', subscriberChannelId, world)
  await subscribe({ channelId, subscriberChannelId, tierNo, month }, world)
  return null
})

export const donateAsSomeone = handle(sandboxSupport.donate, async ({ body }, world) => {
  const { channelId, byChannelId: donatorChannelId = null, donationType = 'CHAT', donationText = '', payAmount } = body
  await knownChannel('channelId', channelId, world)
  if (donatorChannelId !== null) await knownChannel('byChannelId', donatorChannelId, world)
  return { donationId: await donate({ channelId, donatorChannelId, donationType, donationText, payAmount }, world) }
})
