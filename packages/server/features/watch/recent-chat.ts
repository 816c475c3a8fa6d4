import type { ChatEntry, RepliedMessage } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { loadEmoticons } from '../../shared/chat/emoticon-store.ts'
import { chatEventOf, imageUrls } from '../chat/chat-event.ts'
import { findRecentGifts } from '../payments/gift-store.ts'
import { findRecentDonations, findRecentMessages, findRecentSubscriptions } from './recent-chat-store.ts'

const maxMessages = 50
const maxPaymentsPerKind = 20
const dayMs = 86_400_000
/** Each day is a partition to search. */
const maxAgeMs = 7 * dayMs

/** The latest visible messages of seven days, donations, subscriptions and gifts of a channel, in order of time. */
export async function loadRecentChat(
  channelId: string,
  deps: Pick<Deps, 'addresses' | 'clock' | 'config' | 'db'>,
): Promise<ChatEntry[]> {
  const { db } = deps
  const [recentMessages, donations, subscriptions, gifts] = await Promise.all([
    findMessages(channelId, deps),
    findRecentDonations(db.read, channelId, { count: maxPaymentsPerKind }),
    findRecentSubscriptions(db.read, channelId, { count: maxPaymentsPerKind }),
    findRecentGifts(db.read, channelId, { count: maxPaymentsPerKind }),
  ])
  // Payments before the first message shown belong to an earlier part of the chat.
  const from = recentMessages.length < maxMessages ? 0 : (recentMessages[0]?.messageTime ?? 0)
  const entries = await inOrder({ messages: recentMessages, donations, subscriptions, gifts }, deps)
  return entries.filter(({ at }) => at >= from).map(({ entry }) => entry)
}

/** The visible messages, donations, subscriptions and gifts of a channel in a period, in order of time; the last of each kind. */
export async function loadChatBetween(
  channelId: string,
  period: { since: number; until: number; count: number },
  deps: Pick<Deps, 'addresses' | 'config' | 'db'>,
): Promise<TimedEntry[]> {
  const { read } = deps.db
  const [messages, donations, subscriptions, gifts] = await Promise.all([
    findRecentMessages(read, channelId, period),
    findRecentDonations(read, channelId, period),
    findRecentSubscriptions(read, channelId, period),
    findRecentGifts(read, channelId, period),
  ])
  return inOrder({ messages, donations, subscriptions, gifts }, deps)
}

type TimedEntry = { at: number; entry: ChatEntry }
type ChatRows = {
  messages: Awaited<ReturnType<typeof findRecentMessages>>
  donations: Awaited<ReturnType<typeof findRecentDonations>>
  subscriptions: Awaited<ReturnType<typeof findRecentSubscriptions>>
  gifts: Awaited<ReturnType<typeof findRecentGifts>>
}

async function inOrder(
  { messages, donations, subscriptions, gifts }: ChatRows,
  deps: Pick<Deps, 'addresses' | 'config' | 'db'>,
): Promise<TimedEntry[]> {
  const images = { ...imageUrls(deps), emoticons: await loadEmoticons(deps.db.read, messages) }
  const entries: TimedEntry[] = [
    ...messages.map((message) => ({
      at: message.messageTime,
      entry: {
        type: 'CHAT',
        event: chatEventOf(message, { ...message, ...images }),
        ...replyOf(message),
      } as const,
    })),
    ...donations.map(({ now, event }) => ({ at: now, entry: { type: 'DONATION', event } as const })),
    ...subscriptions.map(({ now, event }) => ({ at: now, entry: { type: 'SUBSCRIPTION', event } as const })),
    ...gifts.map(({ now, event }) => ({ at: now, entry: { type: 'GIFT', event } as const })),
  ]
  return entries.toSorted((a, b) => a.at - b.at)
}

/** The message that a message replies to, unless it is no longer kept. */
function replyOf(message: ChatRows['messages'][number]): { reply?: RepliedMessage } {
  const { repliedId, authorChannelId, authorName, repliedTime, repliedContent } = message
  if (repliedId === null || authorChannelId === null || authorName === null || repliedTime === null) return {}
  const author = { senderChannelId: authorChannelId, senderName: authorName }
  return { reply: { messageId: repliedId, ...author, messageTime: repliedTime, content: repliedContent } }
}

/** A day is enough for a busy channel. */
async function findMessages(channelId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>) {
  const now = clock.now()
  const ofToday = await findRecentMessages(db.read, channelId, { since: now - dayMs, count: maxMessages })
  if (ofToday.length === maxMessages) return ofToday
  return findRecentMessages(db.read, channelId, { since: now - maxAgeMs, count: maxMessages })
}
