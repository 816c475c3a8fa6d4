import { consoleChannels } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { follow, unfollow } from '../channels/follow.ts'
import { knownChannel } from '../channels/known-channel.ts'
import { say } from '../chat/say.ts'
import { gatherProgress } from '../drops/gather-progress.ts'
import { unwatch, watch } from '../lives/watch.ts'
import { donate } from '../support/donate.ts'
import { subscribe } from '../support/subscribe.ts'
import { loadBalance } from '../support/support-store.ts'

export const followChannel = handle(consoleChannels.follow, async ({ caller, inPath: { channelId } }, world) => {
  await follow({ channelId, byChannelId: caller.channelId }, world, 'channelId')
  return null
})

export const unfollowChannel = handle(consoleChannels.unfollow, async ({ caller, inPath: { channelId } }, world) => {
  await unfollow({ channelId, byChannelId: caller.channelId }, world)
  return null
})

export const subscribeToChannel = handle(
  consoleChannels.subscribe,
  async ({ caller, inPath: { channelId }, body: { tierNo = 1, month = 1 } }, world) => {
    const event = await subscribe({ channelId, subscriberChannelId: caller.channelId, tierNo, month }, world)
    return { tierNo: event.tierNo, month: event.month }
  },
)

export const donateToChannel = handle(
  consoleChannels.donate,
  async ({ caller, inPath: { channelId }, body: { payAmount, donationType = 'CHAT', donationText = '' } }, world) => ({
    donationId: await donate(
      { channelId, donatorChannelId: caller.channelId, donationType, donationText, payAmount },
      world,
    ),
  }),
)

export const readWallet = handle(consoleChannels.readWallet, async ({ caller }, { config, db }) => ({
  balance: await loadBalance(db.read, caller.channelId, config.startingBalance),
}))

export const speak = handle(consoleChannels.speak, async ({ caller, inPath, body: { message } }, world) => ({
  messageId: (await say({ channelId: inPath.channelId, senderChannelId: caller.channelId, message }, world)).messageId,
}))

export const watchChannel = handle(consoleChannels.watch, async ({ caller, inPath: { channelId } }, world) => {
  await knownChannel('channelId', channelId, world)
  const watched = await watch({ channelId, viewerId: caller.channelId }, world)
  if (watched !== null) await gatherProgress([{ channelId: caller.channelId, ...watched }], world)
  return { live: watched !== null }
})

export const unwatchChannel = handle(consoleChannels.unwatch, async ({ caller, inPath: { channelId } }, world) => {
  await unwatch([{ channelId, viewerId: caller.channelId }], world)
  return null
})
