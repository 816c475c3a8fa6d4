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
    const client = new Client(clientConfig(connection))
    client.on('error', () => {})
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
      await (await connecting)?.end()
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
    const client = new Client({
      ...clientConfig(connection),
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
    })
    current = client
    client.on('error', () => {})
    client.on('notification', ({ payload = '' }) => {
      const { topic, message } = JSON.parse(payload) as Message
      bus.publish(topic, message).catch((error: unknown) => log.warn({ topic, error: String(error) }, 'command.lost'))
    })
    await client.connect()
    client.once('end', reconnectLater)
    await client.query(`listen ${channel}`)
  }
  function reconnectLater() {
    if (!isClosed) timer = clock.after(reconnectMs, () => void listen().catch(reconnectLater))
  }

  await listen()
  return {
    async [Symbol.asyncDispose]() {
      isClosed = true
      timer?.[Symbol.dispose]()
      // A frozen database does not confirm the end.
      const waited = new Promise<void>((resolve) => void clock.after(endTimeoutMs, resolve))
      await Promise.race([current?.end().catch(() => {}), waited])
    },
  }
}
