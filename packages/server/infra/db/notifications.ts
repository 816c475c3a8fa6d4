import { Client } from 'pg'
import { HealthHandlers } from '../bus/health-handlers.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { MessageAssembler, MessageSplitter } from './notification-parts.ts'
import { clientConfig, DatabaseUnavailable, type ConnectionConfig } from './pool.ts'

const channel = 'onair_messages'
/** Messages that wait for the statement before them; further ones are rejected. */
const maxPending = 10_000
/** Messages of one statement. PostgreSQL locks its queue while a statement with NOTIFY commits. */
const maxPerStatement = 500

export type NotificationOptions = {
  clock: Pick<Clock, 'after'>
  log: Pick<Log, 'info' | 'warn'>
  /** Limits connecting, each statement, and closing. */
  deadlineMs?: number
}
export type MessageHandler = (topic: string, text: string) => void
type Pending = PromiseWithResolvers<void> & { parts: string[] }

export const notificationDeadlineMs = 2_000

/**
 * A connection to the database over which processes send each other messages with LISTEN and NOTIFY. It reconnects
 * automatically. The messages of one process arrive in order. Messages that were sent while a connection was broken are not
 * received by it.
 */
export class Notifications implements AsyncDisposable {
  readonly #connection: ConnectionConfig
  readonly #options: Required<NotificationOptions>
  readonly #onMessage: MessageHandler | null
  readonly #pending: Pending[] = []
  readonly #healthHandlers = new HealthHandlers()
  readonly #splitter = new MessageSplitter()
  #assembler = new MessageAssembler()
  /** Null while there is no connection. */
  #client: Client | null = null
  #opening: Client | null = null
  #isSending = false
  #isClosed = false
  #heartbeat: NodeJS.Timeout | undefined
  #retry: Disposable | null = null

  private constructor(connection: ConnectionConfig, onMessage: MessageHandler | null, options: NotificationOptions) {
    this.#connection = connection
    this.#onMessage = onMessage
    this.#options = { deadlineMs: notificationDeadlineMs, ...options }
  }

  /** `onMessage` receives the messages of all processes, this one included. With null it only sends. */
  static async open(connection: ConnectionConfig, onMessage: MessageHandler | null, options: NotificationOptions) {
    const notifications = new Notifications(connection, onMessage, options)
    try {
      await notifications.#connect()
    } catch (error) {
      await notifications[Symbol.asyncDispose]()
      throw error
    }
    return notifications
  }

  get isHealthy(): boolean {
    return this.#client !== null
  }

  onHealthChange(handler: (isHealthy: boolean) => void): Disposable {
    return this.#healthHandlers.add(handler)
  }

  /** Resolves when PostgreSQL has accepted the message. Rejects while the connection is broken, and at the deadline. */
  async send(topic: string, text: string): Promise<void> {
    if (this.#client === null) throw new DatabaseUnavailable('not connected')
    if (this.#pending.length >= maxPending) throw new DatabaseUnavailable(`${maxPending} messages wait`)
    const pending = { ...Promise.withResolvers<void>(), parts: this.#splitter.split(topic, text) }
    this.#pending.push(pending)
    if (!this.#isSending) void this.#sendPending(this.#client)
    await pending.promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    this.#healthHandlers.clear()
    this.#retry?.[Symbol.dispose]()
    const client = this.#client
    this.#disconnect(client)
    // The statement that is under way ends first, unless the database does not respond.
    const timer = Promise.withResolvers<void>()
    const timeout = setTimeout(timer.resolve, this.#options.deadlineMs)
    await Promise.race([client?.end(), timer.promise]).catch(() => {})
    clearTimeout(timeout)
    if (this.#opening !== null) destroy(this.#opening)
  }

  async #connect(): Promise<void> {
    const { deadlineMs } = this.#options
    const client = new Client({
      ...clientConfig(this.#connection),
      keepAlive: true,
      connectionTimeoutMillis: deadlineMs,
      query_timeout: deadlineMs,
      application_name: 'onair-messages',
    })
    this.#opening = client
    // An error ends the connection.
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ payload = '' }) => this.#receive(payload))
    try {
      await client.connect()
      // A message needs no disk: it is lost with the server in any case.
      await client.query('set synchronous_commit = off')
      if (this.#onMessage !== null) await client.query(`listen ${channel}`)
    } catch (error) {
      destroy(client)
      throw new DatabaseUnavailable(error)
    } finally {
      this.#opening = null
    }
    if (this.#isClosed) return destroy(client)
    this.#assembler = new MessageAssembler()
    this.#client = client
    // An idle connection does not notice that the database hangs.
    this.#heartbeat = setInterval(() => void this.#ping(client), deadlineMs / 2).unref()
  }

  async #ping(client: Client) {
    // Statements that wait are as good as a ping.
    if (this.#isSending) return
    await client.query('select').catch(() => this.#lose(client))
  }

  #receive(payload: string) {
    const message = this.#assembler.add(payload)
    if (message !== null) this.#onMessage?.(message.topic, message.text)
  }

  async #sendPending(client: Client) {
    this.#isSending = true
    while (this.#pending.length > 0 && this.#client === client) {
      const batch = this.#pending.splice(0, maxPerStatement)
      const parts = batch.flatMap((each) => each.parts)
      try {
        await client.query(notify, [channel, parts])
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(new DatabaseUnavailable(error))
        this.#lose(client)
      }
    }
    this.#isSending = false
    if (this.#client !== null && this.#pending.length > 0) void this.#sendPending(this.#client)
  }

  /** Nothing is sent over the connection from now on. */
  #disconnect(client: Client | null) {
    if (client === null || this.#client !== client) return
    this.#client = null
    clearInterval(this.#heartbeat)
    for (const { reject } of this.#pending.splice(0)) reject(new DatabaseUnavailable('the connection was lost'))
  }

  #lose(client: Client) {
    if (this.#client !== client) return
    this.#disconnect(client)
    destroy(client)
    if (this.#isClosed) return
    this.#options.log.warn({}, 'bus.disconnected')
    this.#healthHandlers.call(false)
    this.#reconnectLater(25)
  }

  #reconnectLater(ms: number) {
    this.#retry = this.#options.clock.after(ms, () => {
      this.#connect().then(
        () => {
          if (this.#client === null) return
          this.#options.log.info({}, 'bus.recovered')
          this.#healthHandlers.call(true)
        },
        () => {
          if (!this.#isClosed) this.#reconnectLater(Math.min(ms * 2, 1_000))
        },
      )
    })
  }
}

/** The parts are notified in their order, all of them or none. */
const notify = `
  select pg_notify($1, part) from unnest($2::text[]) with ordinality as parts (part, position) order by position`

/** Closes the connection at once: a statement that hangs is not sent later. */
function destroy(client: Client) {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
  stream.destroy()
}
