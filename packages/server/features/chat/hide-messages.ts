import { recordAudit } from '../../shared/audit-store.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadMessage, loadChannelOfChat } from './chat-store.ts'
import { hideMessagesAt, hideLatestMessages, type HideParams } from './hidden-store.ts'
import {
  requireRankOver,
  roleToModerate,
  siteRoleDetail,
  type Moderator,
  requireModerator,
} from './require-moderator.ts'
import { busMessage, channelChanged, watchTopic } from '../../shared/bus-messages.ts'
import { isUuid } from '../../shared/ids.ts'
import { hideDonationAt, loadDonator } from '../payments/payment-store.ts'
import type { BusMessage } from '../../infra/bus/bus.ts'

/**
 * Hides one message, by its id. For moderators on the watch page, and for the people who run the site: of moderators, only the
 * streamer can hide messages of the streamer. Gap 130.
 */
export async function hideMessage(
  { channelId, messageId, ...moderator }: { channelId: string; messageId: string } & Moderator,
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    const { moderatorChannelId } = moderator
    const siteRole = await roleToModerate(tx, channelId, moderator)
    const message = await loadMessage(tx, channelId, messageId)
    if (message === null) throw new Refusal('notFound', 'NO_SUCH_MESSAGE')
    const { senderChannelId, messageTime } = message
    if (senderChannelId === channelId && moderatorChannelId !== channelId && siteRole === null)
      throw new Refusal('forbidden', 'STREAMER_MESSAGE')
    await requireRankOver(tx, siteRole, senderChannelId)
    const hiding = { channelId, senderChannelId, moderatorChannelId, now }
    await hideMessagesAt(tx, hiding, messageTime)
    const detail = { targetChannelId: senderChannelId, messageId, ...siteRoleDetail(siteRole) }
    await recordAudit(tx, now, { action: 'message.hidden', channelId, detail })
    for (const event of messagesHiddenEvents(hiding, messageTime)) publish(event)
  })
  metrics.actionDone('message.hidden')
}

type BlindMessage = { channelId: string; chatChannelId: string; senderChannelId: string; messageTime: number }

/**
 * Hides every message that a sender sent in one millisecond, which is how the open API identifies messages (gap 56). For
 * the streamer only. Repeating it changes nothing.
 */
export async function blindMessage(
  { channelId, chatChannelId, senderChannelId, messageTime }: BlindMessage,
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    if ((await loadChannelOfChat(tx, chatChannelId)) !== channelId)
      throw new Refusal('badInput', 'NOT_STREAMER_OF_CHAT')
    const hiding = { channelId, senderChannelId, moderatorChannelId: channelId, now }
    const messageId = await hideMessagesAt(tx, hiding, messageTime)
    if (messageId === null) throw new Refusal('notFound', 'NO_SUCH_MESSAGE')
    const detail = { targetChannelId: senderChannelId, messageId }
    await recordAudit(tx, now, { action: 'message.hidden', channelId, detail })
    for (const event of messagesHiddenEvents(hiding, messageTime)) publish(event)
  })
  metrics.actionDone('message.hidden')
}

/** Hides the messages of a chat, from all people. Those of the streamer stay, unless the streamer clears it. */
export async function clearChat(
  { channelId, moderatorChannelId }: { channelId: string; moderatorChannelId: string },
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    await requireModerator(tx, channelId, moderatorChannelId)
    const keptChannelId = moderatorChannelId === channelId ? null : channelId
    const messages = await hideLatestMessages(tx, { channelId, moderatorChannelId, now })
    await recordAudit(tx, now, { action: 'chat.cleared', channelId, detail: { messages } })
    publish(busMessage(watchTopic(channelId), { type: 'chatCleared', cleared: { until: now, keptChannelId } }))
    publish(channelChanged(channelId))
  })
  metrics.actionDone('chat.cleared')
}

/**
 * Hides the text and the name of a donation from watch pages and overlays. For moderators, and the people who run the site. The donation remains, and
 * counts in sums and goals. Repeating it changes nothing.
 */
export async function hideDonation(
  { channelId, donationId, ...moderator }: { channelId: string; donationId: string } & Moderator,
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
): Promise<void> {
  const now = clock.now()
  const isChanged = await db.transaction(async (tx, publish) => {
    const siteRole = await roleToModerate(tx, channelId, moderator)
    const donation = isUuid(donationId) ? await loadDonator(tx, channelId, donationId) : null
    if (donation === null) throw new Refusal('notFound', 'NO_SUCH_DONATION')
    const { donatorChannelId } = donation
    if (donatorChannelId !== null) await requireRankOver(tx, siteRole, donatorChannelId)
    if (!(await hideDonationAt(tx, donationId, now))) return false
    const target = donatorChannelId !== null && { targetChannelId: donatorChannelId }
    const detail = { ...target, donationId, ...siteRoleDetail(siteRole) }
    await recordAudit(tx, now, { action: 'donation.hidden', channelId, detail })
    publish(busMessage(watchTopic(channelId), { type: 'donationHidden', donationId }))
    return true
  })
  if (isChanged) metrics.actionDone('donation.hidden')
}

/** Events for viewers after messages were hidden: the messages, and the channel state, because the notice may be one of them. */
export function messagesHiddenEvents(
  { channelId, senderChannelId }: HideParams,
  messageTime: number | null,
): BusMessage[] {
  const hidden = { senderChannelId, messageTime }
  return [busMessage(watchTopic(channelId), { type: 'messagesHidden', hidden }), channelChanged(channelId)]
}
