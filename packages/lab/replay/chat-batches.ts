import { setImmediate as nextTurn } from 'node:timers/promises'
import { sandboxApi, type BodyOf, type ContentOf } from '@onair/contract'
import { ApiError, type Client } from '@onair/sdk/http'
import { MessageRefused, retryWhileBusy } from '../retry-while-busy.ts'

export type ChatMessage = BodyOf<typeof sandboxApi.channels.chat>
type SentChat = ContentOf<typeof sandboxApi.channels.chat>
type Ready = { message: ChatMessage; resolve: (sent: SentChat) => void; reject: (error: unknown) => void }
/** `ready`: null until the message is known. */
type Pending = { ready: Ready | null; settled: Promise<void> }

const maxMessages = 200

/**
 * Sends messages in the order of the calls, many in one request: most lines of a replay are messages. One request is in
 * flight at a time, so that the next cannot overtake it.
 */
export class ChatBatches {
  readonly #call: Client
  /** Bounded by the lines in flight of a replay. */
  #pending: Pending[] = []
  #isSending = false

  constructor(call: Client) {
    this.#call = call
  }

  /** The message may still wait for its sender to be created, or for a line before; its place is that of the call. */
  send(message: Promise<ChatMessage>): Promise<SentChat> {
    const sent = new Promise<SentChat>((resolve, reject) => {
      const pending: Pending = {
        ready: null,
        settled: message.then(
          (known) => void (pending.ready = { message: known, resolve, reject }),
          (error: unknown) => {
            this.#pending.splice(this.#pending.indexOf(pending), 1)
            reject(error)
          },
        ),
      }
      this.#pending.push(pending)
    })
    if (!this.#isSending) {
      this.#isSending = true
      void this.#sendAll()
    }
    return sent
  }

  /** A message that is not known yet holds back those after it. It may wait for one before it, but for none after it. */
  async #sendAll(): Promise<void> {
    for (let [first] = this.#pending; first !== undefined; [first] = this.#pending) {
      await first.settled
      await nextTurn()
      const unknownAt = this.#pending.findIndex(({ ready }) => ready === null)
      const known = unknownAt === -1 ? maxMessages : Math.min(unknownAt, maxMessages)
      const batch = this.#pending.splice(0, known).flatMap(({ ready }) => ready ?? [])
      if (batch.length > 0) await this.#sendBatch(batch)
    }
    this.#isSending = false
  }

  /** Messages for which the server is busy are sent again before the next batch, which must not overtake them. */
  async #sendBatch(batch: readonly Ready[]): Promise<void> {
    let left = batch
    try {
      await retryWhileBusy(async () => {
        left = await this.#post(left)
        if (left.length > 0) throw new MessageRefused({ code: 'SERVER_BUSY', params: {} })
      })
    } catch (error) {
      // One invalid message fails the request before any is sent.
      if (error instanceof ApiError && error.status === 400 && left.length > 1)
        for (const one of left) await this.#sendBatch([one])
      else for (const { reject } of left) reject(error)
    }
  }

  /** Returns the messages for which the server was busy. */
  async #post(batch: readonly Ready[]): Promise<Ready[]> {
    const messages = batch.map(({ message }) => message)
    const { data } = await this.#call(sandboxApi.channels.sendChats, { body: { messages } })
    return batch.filter(({ resolve, reject }, index) => {
      const { sent = null, reason = null } = data[index] ?? {}
      if (reason?.code === 'SERVER_BUSY') return true
      if (sent !== null) resolve(sent)
      else reject(reason === null ? new Error('a message of a batch has no result') : new MessageRefused(reason))
      return false
    })
  }
}
