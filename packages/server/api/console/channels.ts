import type { consoleApi } from '@onair/contract'
import { follow, unfollow } from '../../features/channels/follow.ts'
import { sendMessage } from '../../features/chat/send-message.ts'
import { recordProgress } from '../../features/drops/record-progress.ts'
import { removeViewers, renewViewer } from '../../features/lives/statistics/viewers.ts'
import { donate } from '../../features/payments/donate.ts'
import { loadBalance } from '../../features/payments/payment-store.ts'
import { subscribeToChannel } from '../../features/payments/subscribe-to-channel.ts'
import { requireChannelAccess } from '../../shared/watch/check-watch.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { watcherOf } from './watcher.ts'

export const channels: Handlers<typeof consoleApi.channels> = {
  follow: ({ caller, pathParams: { channelId } }, deps) =>
    follow({ channelId, byChannelId: caller.channelId }, deps, 'channelId'),
  unfollow: ({ caller, pathParams: { channelId } }, deps) =>
    unfollow({ channelId, byChannelId: caller.channelId }, deps),

  async subscribe({ caller, pathParams: { channelId }, body }, deps) {
    const subscription = { channelId, subscriberChannelId: caller.channelId, tierNo: body.tierNo ?? 1, month: 1 }
    const { tierNo, month } = await subscribeToChannel({ ...subscription, isMonthly: true }, deps)
    return { tierNo, month }
  },

  async donate({ caller, pathParams: { channelId }, body }, deps) {
    await requireChannelAccess(channelId, watcherOf(caller, body, deps), deps)
    const { payAmount, donationType = 'CHAT', donationText = '', isAnonymous = false } = body
    const donatorChannelId = isAnonymous ? null : caller.channelId
    const donation = { channelId, donatorChannelId, donationType, donationText, payAmount }
    return { donationId: await donate({ ...donation, payerChannelId: caller.channelId }, deps) }
  },

  getWallet: async ({ caller }, { config, db }) => ({
    balance: await loadBalance(db.read, caller.channelId, config.startingBalance),
  }),

  async sendMessage({ caller, pathParams: { channelId }, body: { message, replyTo, watchProof } }, deps) {
    const { proof, isOperator } = watcherOf(caller, { watchProof }, deps)
    const sent = { channelId, senderChannelId: caller.channelId, message, replyTo, proof, isOperator }
    const { messageId } = await sendMessage(sent, deps)
    return { messageId }
  },

  async watch({ caller, pathParams: { channelId }, query }, deps) {
    await requireChannelAccess(channelId, watcherOf(caller, query, deps), deps)
    const watched = await renewViewer({ channelId, viewerId: caller.channelId }, deps)
    if (watched !== null) await recordProgress([{ channelId, viewerChannelId: caller.channelId, ...watched }], deps)
    return { live: watched !== null }
  },

  unwatch: ({ caller, pathParams: { channelId } }, deps) =>
    removeViewers([{ channelId, viewerId: caller.channelId }], deps),
}
