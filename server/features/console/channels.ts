import { consoleChannels } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { follow, unfollow } from '../channels/follow.ts'
import { requireChannel } from '../channels/require-channel.ts'
import { postMessage } from '../chat/post-message.ts'
import { recordProgress } from '../drops/record-progress.ts'
import { removeViewers, renewViewer } from '../lives/viewers.ts'
import { donate } from '../payments/donate.ts'
import { subscribe } from '../payments/subscribe.ts'
import { loadBalance } from '../payments/payment-store.ts'

export const followChannel = defineHandler(
  consoleChannels.follow,
  async ({ caller, pathParams: { channelId } }, deps) => {
    await follow({ channelId, byChannelId: caller.channelId }, deps, 'channelId')
    return null
  },
)

export const unfollowChannel = defineHandler(
  consoleChannels.unfollow,
  async ({ caller, pathParams: { channelId } }, deps) => {
    await unfollow({ channelId, byChannelId: caller.channelId }, deps)
    return null
  },
)

export const subscribeToChannel = defineHandler(
  consoleChannels.subscribe,
  async ({ caller, pathParams: { channelId }, body: { tierNo = 1, month = 1 } }, deps) => {
    const event = await subscribe({ channelId, subscriberChannelId: caller.channelId, tierNo, month }, deps)
    return { tierNo: event.tierNo, month: event.month }
  },
)

export const donateToChannel = defineHandler(
  consoleChannels.donate,
  async (
    { caller, pathParams: { channelId }, body: { payAmount, donationType = 'CHAT', donationText = '' } },
    deps,
  ) => ({
    donationId: await donate(
      { channelId, donatorChannelId: caller.channelId, donationType, donationText, payAmount },
      deps,
    ),
  }),
)

export const readWallet = defineHandler(consoleChannels.getWallet, async ({ caller }, { config, db }) => ({
  balance: await loadBalance(db.read, caller.channelId, config.startingBalance),
}))

export const speak = defineHandler(
  consoleChannels.sendMessage,
  async ({ caller, pathParams, body: { message } }, deps) => ({
    messageId: (
      await postMessage({ channelId: pathParams.channelId, senderChannelId: caller.channelId, message }, deps)
    ).messageId,
  }),
)

export const watch = defineHandler(consoleChannels.watch, async ({ caller, pathParams: { channelId } }, deps) => {
  await requireChannel('channelId', channelId, deps)
  const watched = await renewViewer({ channelId, viewerId: caller.channelId }, deps)
  if (watched !== null) await recordProgress([{ channelId: caller.channelId, ...watched }], deps)
  return { live: watched !== null }
})

export const unwatch = defineHandler(consoleChannels.unwatch, async ({ caller, pathParams: { channelId } }, deps) => {
  await removeViewers([{ channelId, viewerId: caller.channelId }], deps)
  return null
})
