import type {
  ChatCleared,
  ChatEntry,
  ChatEvent,
  MessagesHidden,
  RepliedMessage,
  SubscriptionGift,
} from '@onair/contract'

/** The messages of a sender or of all people, or the donation, that a moderator hid. */
export type HideEvent = MessagesHidden | ChatCleared | { eventId: string }

/** An entry as the page shows it. */
export type Line = { readonly key: string; readonly at: number; readonly entry: ChatEntry; readonly isHidden: boolean }
/** `pending`: the entries that wait while the feed is paused. */
export type FeedState = { readonly lines: readonly Line[]; readonly pending: readonly Line[] }

/** The lines of the feed at one time, and the number of hide events until then. */
export type FeedSnapshot = { readonly keys: ReadonlySet<string>; readonly hideCount: number }
export const emptySnapshot: FeedSnapshot = { keys: new Set(), hideCount: 0 }

const maxLines = 300
/** The numbers of recent messages and donations that the server returns. A shorter list is complete. */
const recentCounts = { CHAT: 50, DONATION: 20 }
const maxHideEvents = 100
const maxGifted = 1_000

/**
 * The lines of a chat. New entries appear once per animation frame, however many arrive, and only the last lines are
 * kept. While paused, entries wait.
 */
export class ChatFeed {
  readonly #requestFrame: (callback: () => void) => unknown
  readonly #listeners = new Set<() => void>()
  #state: FeedState = { lines: [], pending: [] }
  #pending: Line[] = []
  #isPaused = false
  #isScheduled = false
  #hideEvents: HideEvent[] = []
  /** By the id of the message that replies, the last ones. */
  readonly #replies = new Map<string, RepliedMessage>()
  /** The ids of the subscriptions of gifts, the last ones. */
  readonly #gifted = new Set<string>()
  #hideCount = 0

  constructor(requestFrame: (callback: () => void) => unknown) {
    this.#requestFrame = requestFrame
  }

  readonly getState = (): FeedState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  add(entry: ChatEntry): void {
    if (entry.type === 'SUBSCRIPTION' && this.#gifted.has(entry.event.eventId)) return
    if (entry.type === 'GIFT') this.#replaceBy(entry.event)
    this.#pending.push(this.#withReply(toLine(entry)))
    // A hidden window draws no frames, so the number of waiting lines has a limit.
    if (this.#pending.length > maxLines) this.#pending.shift()
    if (!this.#isScheduled) this.#requestFrame(() => this.#flush())
    this.#isScheduled = true
  }

  /** A gift is shown in place of its subscriptions, which can come before or after it. */
  #replaceBy({ receivers }: SubscriptionGift): void {
    for (const { eventId } of receivers) this.#gifted.add(eventId)
    for (const oldest of this.#gifted) if (this.#gifted.size > maxGifted) this.#gifted.delete(oldest)
    const isOther = ({ key }: Line) => !this.#gifted.has(key)
    this.#pending = this.#pending.filter(isOther)
    if (!this.#state.lines.every(isOther)) this.#setLines(this.#state.lines.filter(isOther))
  }

  hide(hidden: HideEvent): void {
    this.#hideEvents = [...this.#hideEvents, hidden].slice(-maxHideEvents)
    this.#hideCount += 1
    for (const [eventId, reply] of this.#replies) this.#replies.set(eventId, withoutHidden(hidden, reply))
    this.#pending = this.#pending.map((line) => applyHide(hidden, line))
    this.#setLines(this.#state.lines.map((line) => applyHide(hidden, line)))
  }

  /** Says to which message another one replies. It can come before or after that one. */
  setReply(eventId: string, reply: RepliedMessage): void {
    this.#replies.set(eventId, this.#isHiddenMessage(reply) ? { ...reply, content: null } : reply)
    for (const [oldest] of this.#replies) if (this.#replies.size > maxLines) this.#replies.delete(oldest)
    this.#pending = this.#pending.map((line) => this.#withReply(line))
    if (this.#state.lines.some(({ key }) => key === eventId))
      this.#setLines(this.#state.lines.map((line) => this.#withReply(line)))
  }

  /** After a release, new messages of a person are shown again, so the line itself decides, if there is one. */
  #isHiddenMessage(message: RepliedMessage): boolean {
    const line = this.#allLines().find(({ key }) => key === message.messageId)
    return line?.isHidden ?? this.#hideEvents.some((hidden) => withoutHidden(hidden, message) !== message)
  }

  #withReply(line: Line): Line {
    const reply = this.#replies.get(line.key)
    return reply === undefined || line.entry.type !== 'CHAT' || line.entry.reply
      ? line
      : { ...line, entry: { ...line.entry, reply } }
  }

  /** The last messages that are not hidden, the newest first. */
  listMessages(): ChatEvent[] {
    return this.#allLines()
      .flatMap(({ entry, isHidden }) => (entry.type === 'CHAT' && !isHidden ? entry.event : []))
      .toReversed()
  }

  readonly isHidden = (key: string): boolean => this.#allLines().some((line) => line.key === key && line.isHidden)

  setPaused(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return
    this.#isPaused = isPaused
    this.#flush()
  }

  /** Call it before reading the recent messages from the server. */
  snapshot(): FeedSnapshot {
    return { keys: new Set(this.#allLines().map(({ key }) => key)), hideCount: this.#hideCount }
  }

  /**
   * Adds the recent messages that the server returned. Messages of the snapshot that the server no longer has are
   * hidden, and messages hidden since the snapshot stay hidden.
   */
  mergeRecent(recent: readonly ChatEntry[], snapshot: FeedSnapshot): void {
    const hiddenSince = this.#hideEvents.slice(
      Math.max(0, this.#hideEvents.length - (this.#hideCount - snapshot.hideCount)),
    )
    const recentLines = recent.map((entry) =>
      hiddenSince.reduce((line, hidden) => applyHide(hidden, line), toLine(entry)),
    )
    for (const { type, event } of recent) if (type === 'GIFT') this.#replaceBy(event)
    const recentByKey = new Map(recentLines.map((line) => [line.key, line]))
    for (const key of recentByKey.keys()) this.#replies.delete(key)
    const oldestOf = (type: keyof typeof recentCounts) => {
      const times = recent.filter((entry) => entry.type === type).map(sentAt)
      return times.length < recentCounts[type] ? -Infinity : Math.min(...times)
    }
    const oldestMessage = oldestOf('CHAT')
    // The server returns no donation before the first message.
    const oldest = {
      CHAT: oldestMessage,
      DONATION: Math.max(oldestMessage, oldestOf('DONATION')),
      SUBSCRIPTION: Infinity,
      GIFT: Infinity,
    }
    const isMissing = ({ key, at, entry }: Line) =>
      snapshot.keys.has(key) && at >= oldest[entry.type] && !recentByKey.has(key)
    const knownLines = this.#allLines().map((line) =>
      isMissing(line) ? { ...line, isHidden: true } : withReplyOf(recentByKey.get(line.key), line),
    )
    this.#pending = []
    this.#setLines(mergeLines(knownLines, recentLines, snapshot.keys).slice(-maxLines))
  }

  #allLines(): Line[] {
    return [...this.#state.lines, ...this.#pending]
  }

  #flush(): void {
    this.#isScheduled = false
    if (this.#isPaused) return this.#setLines(this.#state.lines)
    // An entry that arrives while the recent messages are read appears in both.
    const knownKeys = new Set(this.#state.lines.map(({ key }) => key))
    const newLines = this.#pending.filter(({ key }) => !knownKeys.has(key))
    this.#pending = []
    return this.#setLines([...this.#state.lines, ...newLines].slice(-maxLines))
  }

  #setLines(lines: readonly Line[]): void {
    this.#state = { lines, pending: this.#isPaused ? [...this.#pending] : [] }
    for (const notify of this.#listeners) notify()
  }
}

/**
 * Inserts the recent lines that are not known, each after the one that precedes it on the server. Times do not decide,
 * because the clock of a sandbox can move back.
 */
function mergeLines(known: readonly Line[], recent: readonly Line[], knownKeys: ReadonlySet<string>): Line[] {
  const lines = [...known]
  const indexOfKey = (key: string) => lines.findIndex((line) => line.key === key)
  const firstShared = recent.find(({ key }) => indexOfKey(key) >= 0)
  // If no line is shared, the recent lines follow those that were there before they were read.
  let insertAt =
    firstShared === undefined ? known.findLastIndex(({ key }) => knownKeys.has(key)) + 1 : indexOfKey(firstShared.key)
  for (const line of recent) {
    const index = indexOfKey(line.key)
    if (index < 0) lines.splice(insertAt, 0, line)
    insertAt = (index < 0 ? insertAt : index) + 1
  }
  return lines
}

function applyHide(hidden: HideEvent, line: Line): Line {
  if (isHiddenBy(hidden, line)) return { ...line, isHidden: true }
  const { entry } = line
  if (entry.type !== 'CHAT' || !entry.reply) return line
  return { ...line, entry: { ...entry, reply: withoutHidden(hidden, entry.reply) } }
}

/** The replied message, without its text if that was hidden. */
function withoutHidden(hidden: HideEvent, reply: RepliedMessage): RepliedMessage {
  return !('eventId' in hidden) && isMessageOf(hidden, reply) ? { ...reply, content: null } : reply
}

/** A line with the reply that the server returned for it: its text may have been hidden. */
function withReplyOf(recent: Line | undefined, line: Line): Line {
  if (recent?.entry.type !== 'CHAT' || line.entry.type !== 'CHAT') return line
  const { reply: _, ...entry } = line.entry
  return { ...line, entry: recent.entry.reply ? { ...entry, reply: recent.entry.reply } : entry }
}

function isHiddenBy(hidden: HideEvent, { key, entry: { type, event } }: Line): boolean {
  if ('eventId' in hidden) return type === 'DONATION' && key === hidden.eventId
  return type === 'CHAT' && isMessageOf(hidden, event)
}

function isMessageOf(
  hidden: MessagesHidden | ChatCleared,
  message: { senderChannelId: string; messageTime: number },
): boolean {
  if ('until' in hidden) return message.messageTime <= hidden.until && message.senderChannelId !== hidden.keptChannelId
  const { senderChannelId, messageTime } = hidden
  return message.senderChannelId === senderChannelId && (messageTime ?? message.messageTime) === message.messageTime
}

/** The channel of the person who wrote, donated, subscribed or gave; empty for someone anonymous. */
export function senderOf({ entry: { type, event } }: Line): string {
  if (type === 'CHAT') return event.senderChannelId
  if (type === 'GIFT') return event.giver?.channelId ?? ''
  return type === 'DONATION' ? event.donatorChannelId : event.subscriberChannelId
}

/** The channel of the person to whom a message replies. */
export function repliedOf({ entry }: Line): string | undefined {
  return entry.type === 'CHAT' ? entry.reply?.senderChannelId : undefined
}

/** The line of an entry that is not hidden. */
export function toLine(entry: ChatEntry): Line {
  return { key: entry.event.eventId, at: sentAt(entry), entry, isHidden: false }
}

/** `eventSentAt` is Seoul time with nanoseconds and without an offset. */
function sentAt({ event }: ChatEntry): number {
  return Date.parse(`${event.eventSentAt.slice(0, 23)}+09:00`)
}
