import type { ChatEntry } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { chatEventOf, imageUrls } from '../chat/chat-event.ts'
import { findRecentDonations, findRecentMessages, findRecentSubscriptions } from './recent-chat-store.ts'

const maxMessages = 50
const maxPaymentsPerKind = 20
const dayMs = 86_400_000
/** Each day is a partition to search. */
const maxAgeMs = 7 * dayMs

/** The latest visible messages of seven days, donations and subscriptions of a channel, in order of time. */
export async function loadRecentChat(
  channelId: string,
  deps: Pick<Deps, 'addresses' | 'clock' | 'config' | 'db'>,
): Promise<ChatEntry[]> {
  const { db } = deps
  const [recentMessages, donations, subscriptions] = await Promise.all([
    findMessages(channelId, deps),
    findRecentDonations(db.read, channelId, maxPaymentsPerKind),
    findRecentSubscriptions(db.read, channelId, maxPaymentsPerKind),
  ])
  const images = imageUrls(deps)
  // Payments before the first message shown belong to an earlier part of the chat.
  const from = recentMessages.length < maxMessages ? 0 : (recentMessages[0]?.messageTime ?? 0)
  const entries: { now: number; entry: ChatEntry }[] = [
    ...recentMessages.map((message) => ({
      now: message.messageTime,
      entry: { type: 'CHAT', event: chatEventOf(message, { ...message, ...images }) } as const,
    })),
    ...donations.map(({ now, event }) => ({ now, entry: { type: 'DONATION', event } as const })),
    ...subscriptions.map(({ now, event }) => ({ now, entry: { type: 'SUBSCRIPTION', event } as const })),
  ]
  return entries
    .filter(({ now }) => now >= from)
    .toSorted((a, b) => a.now - b.now)
    .map(({ entry }) => entry)
}

/** A day is enough for a busy channel. */
async function findMessages(channelId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>) {
  const now = clock.now()
  const ofToday = await findRecentMessages(db.read, channelId, { since: now - dayMs, count: maxMessages })
  if (ofToday.length === maxMessages) return ofToday
  return findRecentMessages(db.read, channelId, { since: now - maxAgeMs, count: maxMessages })
}
