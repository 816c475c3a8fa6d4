import type { RepliedMessage } from '@onair/contract'
import { busMessage, channelTopic, watchTopic } from '../../shared/bus-messages.ts'
import { accessOf, type Watcher } from '../../shared/watch/check-watch.ts'
import { coversChannel } from '../../shared/watch/may-watch.ts'
import { loadEmoticons } from '../../shared/chat/emoticon-store.ts'
import { channelEmoticonsIn, isOnlyEmoticons, type ChannelEmoticons } from '../../shared/chat/emoticons.ts'
import { BatchWriter } from '../../shared/batch-writer.ts'
import { Refusal } from '../../shared/refusal.ts'
import { DatabaseUnavailable, isDatabaseUnavailable } from '../../infra/db/pool.ts'
import type { Deps } from '../../infra/deps.ts'
import { currentTraceId, runInTrace } from '../../infra/observability/trace.ts'
import { chatEventOf, imageUrls } from './chat-event.ts'
import { insertMessages, loadRepliedMessages } from './chat-store.ts'
import { prepareSenderQuery, type Sender } from './sender-store.ts'
import { isInSlowMode, refusalToSend, slowModeRefusal } from './sending-rules.ts'

type MessageDeps = Pick<Deps, 'addresses' | 'clock' | 'config' | 'db' | 'installationKey' | 'metrics' | 'random'>

export type SentMessage = { messageId: string; chatChannelId: string; messageTime: number }

/** A valid text of a person for a channel. `replyTo`: the message that it replies to, or null. */
type Draft = {
  channelId: string
  senderChannelId: string
  content: string
  replyTo: string | null
} & Pick<Watcher, 'proof' | 'isOperator'>

type PendingMessage = Draft & {
  messageId: string
  messageTime: number
  addedAt: number
  traceId: string | undefined
  resolve: (sent: SentMessage) => void
  reject: (error: unknown) => void
}

type AllowedMessage = {
  pending: PendingMessage
  sender: Sender
  reply: RepliedMessage | null
  emoticons: ChannelEmoticons
}

const maxBatchMessages = 200
/** The callers of messages that waited longer for the database have got their responses. */
const maxWaitMs = 4_000

/**
 * Writes the messages of all chats. Messages that arrive while a batch is written share the next one. A batch passes through
 * these phases, in the order of the methods below:
 *
 * 1. Collect: each message gets its id and its `messageTime` on arrival, and waits for the batch before it. The number of
 *    waiting messages is bounded by the requests in flight.
 * 2. Expire: the messages that waited too long are rejected, because their callers have their responses.
 * 3. Decide: one statement reads the status of all senders, and one the messages that are replied to. A message that its
 *    sender may not send is rejected, and so is a reply to a message that is not visible.
 * 4. Insert: one statement inserts the others and commits. It decides about slow mode again, which a race could change.
 * 5. Publish: the messages of a channel are published in the order of `messageTime`, then their callers are answered.
 */
export class MessageWriter implements AsyncDisposable {
  readonly #deps: MessageDeps
  readonly #batches: BatchWriter<PendingMessage>
  readonly #loadSenders: ReturnType<typeof prepareSenderQuery>

  constructor(deps: MessageDeps) {
    this.#deps = deps
    this.#loadSenders = prepareSenderQuery(deps.db.read)
    this.#batches = new BatchWriter<PendingMessage>({
      name: 'chat_messages',
      clock: deps.clock,
      metrics: deps.metrics,
      maxRows: maxBatchMessages,
      write: (batch) => this.#writeBatch(batch),
      onError(error, batch) {
        for (const { reject } of batch) reject(error)
        return []
      },
    })
  }

  /** Resolves when the message is committed and published. */
  write(draft: Draft): Promise<SentMessage> {
    const { clock, random } = this.#deps
    return new Promise((resolve, reject) => {
      const times = { messageTime: clock.now(), addedAt: clock.uptime() }
      const traceId = currentTraceId()
      this.#batches.add({ ...draft, messageId: random.uuid(), ...times, traceId, resolve, reject })
    })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#batches[Symbol.asyncDispose]()
  }

  async #writeBatch(batch: readonly PendingMessage[]): Promise<void> {
    const allowed = await this.#selectAllowed(this.#rejectExpired(batch))
    if (allowed.length === 0) return
    try {
      await this.#insert(allowed)
    } catch (error) {
      if (isDatabaseUnavailable(error) || allowed.length === 1) throw error
      // The statement failed because of one message, which must not fail the others.
      for (const message of allowed) await this.#insert([message]).catch(message.pending.reject)
    }
  }

  #rejectExpired(batch: readonly PendingMessage[]): PendingMessage[] {
    const addedSince = this.#deps.clock.uptime() - maxWaitMs
    return batch.filter(({ addedAt, reject }) => {
      if (addedAt >= addedSince) return true
      reject(new DatabaseUnavailable(new Error(`no response within ${maxWaitMs} ms`)))
      return false
    })
  }

  /** Rejects the messages that their senders may not send now. Changes that are committed later apply to later messages. */
  async #selectAllowed(batch: readonly PendingMessage[]): Promise<AllowedMessage[]> {
    if (batch.length === 0) return []
    const { read } = this.#deps.db
    const [senders, replied, emoticons] = await Promise.all([
      this.#loadSenders(batch),
      loadRepliedMessages(read, batch),
      loadEmoticons(read, batch),
    ])
    const takenSlots = new Set<string>()
    return batch.flatMap((pending, index) => {
      const sender = senders[index] ?? null
      const reply = pending.replyTo === null ? null : replied.get(`${pending.channelId} ${pending.replyTo}`)
      const refusal =
        reply === undefined
          ? new Refusal('notFound', 'NO_SUCH_MESSAGE')
          : refusalOf({ pending, sender, emoticons }, takenSlots, this.#deps)
      if (refusal === null && sender !== null && reply !== undefined) return [{ pending, sender, reply, emoticons }]
      pending.reject(refusal)
      return []
    })
  }

  async #insert(messages: readonly AllowedMessage[]): Promise<void> {
    const rows = messages.map(({ pending, sender, reply }) => ({
      id: pending.messageId,
      channelId: sender.channelId,
      senderChannelId: sender.memberChannelId,
      content: pending.content,
      messageTime: pending.messageTime,
      slowModeSec: isInSlowMode(sender) ? sender.chatSlowModeSec : 0,
      reply,
    }))
    const inserted = await insertMessages(this.#deps.db.read, rows)
    this.#deps.metrics.messagesSent(inserted.size)
    for (const message of messages) {
      const { pending, sender } = message
      if (inserted.has(pending.messageId)) this.#publish(message)
      else pending.reject(new Refusal('forbidden', slowModeRefusal(sender.chatSlowModeSec)))
    }
  }

  #publish({ pending, sender, reply, emoticons }: AllowedMessage): void {
    const { messageId, content, messageTime, traceId, resolve, reject } = pending
    const event = chatEventOf(sender, { messageId, content, messageTime, emoticons, ...imageUrls(this.#deps) })
    const message = busMessage(channelTopic(sender.channelId, 'CHAT'), { type: 'CHAT', event })
    const messages = [message]
    if (reply !== null)
      messages.unshift(busMessage(watchTopic(sender.channelId), { type: 'replied', eventId: messageId, reply }))
    runInTrace(traceId, () => Promise.all(messages.map((each) => this.#deps.db.publish(each)))).then(
      () => resolve({ messageId, chatChannelId: sender.chatChannelId, messageTime }),
      reject,
    )
  }
}

/** Why a message is not sent, or null. `takenSlots` holds the senders of a message in slow mode earlier in the batch. */
function refusalOf(
  { pending, sender, emoticons }: Pick<AllowedMessage, 'pending' | 'emoticons'> & { sender: Sender | null },
  takenSlots: Set<string>,
  deps: Pick<Deps, 'clock' | 'installationKey'>,
): Refusal | null {
  if (sender === null) return new Refusal('notFound', 'NO_SUCH_CHANNEL')
  const watchBlock = watchBlockOf(pending, sender, deps)
  if (watchBlock !== null && coversChannel(watchBlock)) return new Refusal('forbidden', watchBlock)
  const { content, messageTime } = pending
  const message = {
    content,
    onlyEmoticons: isOnlyEmoticons(pending, emoticons),
    emoticons: channelEmoticonsIn(pending, emoticons),
  }
  const reason = refusalToSend(sender, message, messageTime)
  if (reason !== null) return new Refusal('forbidden', reason)
  if (!isInSlowMode(sender)) return null
  const slot = `${sender.channelId} ${sender.memberChannelId}`
  if (takenSlots.has(slot)) return new Refusal('forbidden', slowModeRefusal(sender.chatSlowModeSec))
  takenSlots.add(slot)
  return null
}

/** Who may not watch a channel may not write there. */
function watchBlockOf(
  { proof, isOperator }: PendingMessage,
  sender: Sender,
  deps: Pick<Deps, 'clock' | 'installationKey'>,
) {
  const { channelId, memberChannelId, managerRole, followedAt, isSubscriber, isListed } = sender
  const facts = {
    audience: sender.audience ?? 'EVERYBODY',
    adult: false,
    passwordHash: sender.watchPasswordHash,
    isGuest: false,
    isOfChannel: memberChannelId === channelId || managerRole !== null,
    isFollower: followedAt !== null,
    isSubscriber,
    isListed,
  }
  return accessOf(facts, channelId, { viewerChannelId: memberChannelId, isAdult: true, proof, isOperator }, deps).block
}
