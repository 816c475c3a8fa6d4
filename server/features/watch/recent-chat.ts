import type { ChatEntry } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { chatEventOf } from '../chat/chat-event.ts'
import { findRecentDonations, findRecentMessages, findRecentSubscriptions } from './recent-chat-store.ts'

const maxMessages = 50
const maxPaymentsPerKind = 20

/** The latest visible messages, donations and subscriptions of a channel, in order of time. */
export async function loadRecentChat(
  channelId: string,
  { addresses, db }: Pick<Deps, 'addresses' | 'db'>,
): Promise<ChatEntry[]> {
  const [recentMessages, donations, subscriptions] = await Promise.all([
    findRecentMessages(db.read, channelId, maxMessages),
    findRecentDonations(db.read, channelId, maxPaymentsPerKind),
    findRecentSubscriptions(db.read, channelId, maxPaymentsPerKind),
  ])
  const assetsUrl = addresses.baseUrl
  // Payments before the first message shown belong to an earlier part of the chat.
  const from = recentMessages.length < maxMessages ? 0 : (recentMessages[0]?.now ?? 0)
  const entries: { now: number; entry: ChatEntry }[] = [
    ...recentMessages.map((message) => ({
      now: message.now,
      entry: { type: 'CHAT', event: chatEventOf(message, { ...message, assetsUrl }) } as const,
    })),
    ...donations.map(({ now, event }) => ({ now, entry: { type: 'DONATION', event } as const })),
    ...subscriptions.map(({ now, event }) => ({ now, entry: { type: 'SUBSCRIPTION', event } as const })),
  ]
  return entries
    .filter(({ now }) => now >= from)
    .toSorted((a, b) => a.now - b.now)
    .map(({ entry }) => entry)
}
