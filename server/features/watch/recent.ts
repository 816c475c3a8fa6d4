import type { ChatEntry } from '@onair/contract'
import type { World } from '../../world/world.ts'
import { chatEventOf } from '../chat/chat-event.ts'
import { findRecentDonations, findRecentMessages, findRecentSubscriptions } from './recent-store.ts'

const messages = 50
const ofEachSupport = 20

/** The latest of a chat in the order it came: messages that can be seen, and the support among them. */
export async function recentOf(
  channelId: string,
  { addresses, db }: Pick<World, 'addresses' | 'db'>,
): Promise<ChatEntry[]> {
  const [said, donations, subscriptions] = await Promise.all([
    findRecentMessages(db.read, channelId, messages),
    findRecentDonations(db.read, channelId, ofEachSupport),
    findRecentSubscriptions(db.read, channelId, ofEachSupport),
  ])
  const assetsUrl = addresses.baseUrl
  // Support from before the first message that is shown belongs to a part of the chat that is not.
  const from = said.length < messages ? 0 : (said[0]?.now ?? 0)
  const entries: { now: number; entry: ChatEntry }[] = [
    ...said.map((one) => ({
      now: one.now,
      entry: { type: 'CHAT', event: chatEventOf(one, { ...one, assetsUrl }) } as const,
    })),
    ...donations.map(({ now, event }) => ({ now, entry: { type: 'DONATION', event } as const })),
    ...subscriptions.map(({ now, event }) => ({ now, entry: { type: 'SUBSCRIPTION', event } as const })),
  ]
  return entries
    .filter(({ now }) => now >= from)
    .toSorted((a, b) => a.now - b.now)
    .map(({ entry }) => entry)
}
