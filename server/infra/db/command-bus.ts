import { Client } from 'pg'
import type { Clock } from '../clock.ts'
import { clientConfig, type ConnectionConfig } from './pool.ts'
import type { Log } from '../log.ts'
import type { Bus } from '../bus/bus.ts'

const channel = 'onair_commands'
const reconnectMs = 1_000
const connectTimeoutMs = 4_000
const endTimeoutMs = 1_000
/** PostgreSQL accepts less than 8,000 bytes. */
const maxBytes = 7_900

type Message = { topic: string; message: unknown }

/**
 * The bus of a command: its messages reach a server that uses the same database, through NOTIFY. A message that is too
 * long is dropped; the server then finds the change with its next reconcile.
 */
export function commandBus(connection: ConnectionConfig): Bus {
  let connecting: Promise<Client> | null = null
  const connect = async () => {
    const client = createClient(connection)
    await client.connect()
    return client
  }
  return {
    async publish(topic, message) {
      const payload = JSON.stringify({ topic, message } satisfies Message)
      if (Buffer.byteLength(payload) > maxBytes) return
      connecting ??= connect()
      await (await connecting).query('select pg_notify($1, $2)', [channel, payload])
    },
    subscribe: async () => ({ [Symbol.asyncDispose]: async () => {} }),
    onHealthChange: () => ({ [Symbol.dispose]: () => {} }),
    async [Symbol.asyncDispose]() {
      // A connection that failed has failed its messages already.
      const client = await connecting?.catch(() => null)
      await client?.end()
    },
  }
}

/**
 * Publishes the messages of commands on the bus of this process. While the connection is broken, messages are lost, and
 * it is opened again every second.
 */
export async function listenForCommands(
  connection: ConnectionConfig,
  { bus, clock, log }: { bus: Bus; clock: Pick<Clock, 'after'>; log: Pick<Log, 'warn'> },
): Promise<AsyncDisposable> {
  let isClosed = false
  let timer: Disposable | null = null
  let current: Client | null = null

  async function listen() {
    const client = createClient(connection)
    current = client
    client.on('notification', ({ payload = '' }) => {
      const { topic, message } = JSON.parse(payload) as Message
      bus.publish(topic, message).catch((error: unknown) => log.warn({ topic, error: String(error) }, 'command.lost'))
    })
    await client.connect()
    client.once('end', () => {
      if (current === client) reconnectLater()
    })
    await client.query(`listen ${channel}`)
  }
  async function endCurrent() {
    await current?.end().catch(() => {})
  }
  /** One attempt at a time: a connection that fails while it begins to listen reports it twice. */
  function reconnectLater() {
    if (isClosed || timer !== null) return
    timer = clock.after(reconnectMs, () => {
      timer = null
      listen().catch(() => {
        void endCurrent()
        reconnectLater()
      })
    })
  }

  try {
    await listen()
  } catch (error) {
    isClosed = true
    void endCurrent()
    throw error
  }
  return {
    async [Symbol.asyncDispose]() {
      isClosed = true
      timer?.[Symbol.dispose]()
      // A frozen database does not confirm the end.
      const waited = new Promise<void>((resolve) => void clock.after(endTimeoutMs, resolve))
      await Promise.race([endCurrent(), waited])
    },
  }
}

function createClient(connection: ConnectionConfig): Client {
  const client = new Client({
    ...clientConfig(connection),
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
  })
  // An error ends the connection, which is handled there.
  client.on('error', () => {})
  return client
}
