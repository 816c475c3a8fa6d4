import { sandboxApi, type BodyOf, type ContentOf, type ErrorReason } from '@onair/contract'
import { ApiError, type Client } from '@onair/sdk/http'

export type ChatMessage = BodyOf<typeof sandboxApi.channels.chat>
type SentChat = ContentOf<typeof sandboxApi.channels.chat>
type Ready = { message: ChatMessage; resolve: (sent: SentChat) => void; reject: (error: unknown) => void }
type Pending = Omit<Ready, 'message'> & { message: Promise<ChatMessage> }

const maxMessages = 200

/** The platform refused one message of a batch. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
  readonly reason: ErrorReason

  constructor(reason: ErrorReason) {
    super(`the message was refused: ${reason.code}`)
    this.reason = reason
  }
}

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

  /** The message may still wait for its sender to be created; its place is that of the call. */
  send(message: Promise<ChatMessage>): Promise<SentChat> {
    const sent = new Promise<SentChat>((resolve, reject) => void this.#pending.push({ message, resolve, reject }))
    if (!this.#isSending) {
      this.#isSending = true
      setImmediate(() => void this.#sendAll())
    }
    return sent
  }

  async #sendAll(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, maxMessages)
      const messages = await Promise.allSettled(batch.map(({ message }) => message))
      const ready = batch.flatMap(({ resolve, reject }, index) => {
        const result = messages[index]
        if (result?.status === 'fulfilled') return [{ message: result.value, resolve, reject }]
        reject(result?.reason)
        return []
      })
      if (ready.length > 0) await this.#sendBatch(ready)
    }
    this.#isSending = false
  }

  async #sendBatch(batch: readonly Ready[]): Promise<void> {
    try {
      const messages = batch.map(({ message }) => message)
      const { data } = await this.#call(sandboxApi.channels.sendChats, { body: { messages } })
      for (const [index, { resolve, reject }] of batch.entries()) {
        const { sent = null, reason = null } = data[index] ?? {}
        if (sent !== null) resolve(sent)
        else reject(reason === null ? new Error('a message of a batch has no result') : new MessageRefused(reason))
      }
    } catch (error) {
      // One invalid message fails the request before any is sent.
      if (error instanceof ApiError && error.status === 400 && batch.length > 1)
        for (const one of batch) await this.#sendBatch([one])
      else for (const { reject } of batch) reject(error)
    }
  }
}
