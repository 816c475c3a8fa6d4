import { Client } from 'pg'
import type { Bus, BusMessage } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../observability/log.ts'
import { clientConfig, DatabaseUnavailable, type ConnectionConfig } from './pool.ts'

const channel = 'onair_commands'
/** Limits connecting and each statement. */
const deadlineMs = 2_000
const checkIntervalMs = 1_000

/**
 * The bus of commands: publishes to the process that uses the same database, and receives nothing. Connects when it
 * publishes. PostgreSQL refuses messages of 8,000 bytes and more: the process finds those changes with its next
 * reconcile.
 */
export function commandBus(connection: ConnectionConfig): Bus {
  let opening: Promise<Client> | null = null
  return {
    async publish(topic, message) {
      try {
        opening ??= connect(connection)
        await (await opening).query('select pg_notify($1, $2)', [channel, JSON.stringify({ topic, message })])
      } catch (error) {
        throw new DatabaseUnavailable(error)
      }
    },
    subscribe: async () => ({ [Symbol.asyncDispose]: async () => {} }),
    onHealthChange: () => ({ [Symbol.dispose]: () => {} }),
    async [Symbol.asyncDispose]() {
      // A connection that failed has failed its messages already.
      await opening?.then((client) => client.end()).catch(() => {})
    },
  }
}

/**
 * Publishes the messages of commands on the bus of this process. A connection that was lost is opened again within a
 * second: the next reconcile finds what was sent in between.
 */
export async function listenForCommands(
  connection: ConnectionConfig,
  { bus, clock, log }: { bus: Bus; clock: Pick<Clock, 'after'>; log: Pick<Log, 'warn'> },
): Promise<AsyncDisposable> {
  const receive = ({ topic, message }: BusMessage) =>
    bus.publish(topic, message).catch((error: unknown) => log.warn({ topic, error: String(error) }, 'command.lost'))
  const listen = async () => {
    const client = await connect(connection)
    client.on('notification', ({ payload = '' }) => void receive(JSON.parse(payload) as BusMessage))
    await client.query(`listen ${channel}`)
    return client
  }
  let client: Client | null = await listen()
  let isClosed = false
  // An idle connection does not notice that the database hangs.
  const check = async () => {
    try {
      if (client === null) client = await listen()
      else await client.query('select')
    } catch {
      await close()
    }
    if (isClosed) await close()
    else timer = clock.after(checkIntervalMs, () => void check())
  }
  const close = async () => {
    const closing = client
    client = null
    await closing?.end()
  }
  let timer = clock.after(checkIntervalMs, () => void check())
  return {
    async [Symbol.asyncDispose]() {
      isClosed = true
      timer[Symbol.dispose]()
      await close()
    },
  }
}

async function connect(connection: ConnectionConfig): Promise<Client> {
  const client = new Client({
    ...clientConfig(connection),
    keepAlive: true,
    connectionTimeoutMillis: deadlineMs,
    query_timeout: deadlineMs,
    application_name: 'onair-commands',
  })
  // An error ends the connection. Without a listener, it would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}
