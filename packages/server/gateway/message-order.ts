import type { ChatEvent } from '@onair/contract'
import { moveMessageTime } from '../features/chat/chat-store.ts'
import type { Deps } from '../infra/deps.ts'

/** Longer than a message waits for its commit. A longer way back is a clock that was set back. */
const maxDelayMs = 5_000
const maxChats = 10_000

/**
 * Keeps `messageTime` from going back within a chat. The messages of one API process arrive in its order; one of another
 * process that was committed later gets the time of the message before it, in the event and in the database, where
 * moderators find it by this time. Gap 56. Beyond 10,000 chats, those without new messages are forgotten.
 *
 * The gateway writes this time because only it sees the order of messages of several API processes: where they are written,
 * this order would need a lock of the channel from the insert until the commit, which each message of a busy channel would
 * wait for.
 */
export class MessageOrder {
  readonly #deps: Pick<Deps, 'db' | 'log'>
  readonly #lastTimes = new Map<string, number>()

  constructor(deps: Pick<Deps, 'db' | 'log'>) {
    this.#deps = deps
  }

  /** The event as it is sent to sessions and watch pages. */
  apply(event: ChatEvent): ChatEvent {
    const { channelId, messageTime } = event
    const lastTime = this.#lastTimes.get(channelId) ?? messageTime
    const isLate = messageTime < lastTime && lastTime - messageTime <= maxDelayMs
    this.#remember(channelId, isLate ? lastTime : messageTime)
    if (!isLate) return event
    const moved = { messageId: event.eventId, from: messageTime, to: lastTime }
    moveMessageTime(this.#deps.db.read, moved).catch((error: unknown) =>
      this.#deps.log.warn({ ...moved, error: String(error) }, 'chat.time_not_moved'),
    )
    return { ...event, messageTime: lastTime }
  }

  #remember(channelId: string, messageTime: number): void {
    this.#lastTimes.delete(channelId)
    this.#lastTimes.set(channelId, messageTime)
    if (this.#lastTimes.size <= maxChats) return
    const [oldest = ''] = this.#lastTimes.keys()
    this.#lastTimes.delete(oldest)
  }
}
