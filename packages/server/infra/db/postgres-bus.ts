import type { Bus } from '../bus/bus.ts'
import { dispatch, type Subscriber } from '../bus/dispatch.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { Notifications, notificationDeadlineMs, type NotificationOptions } from './notifications.ts'
import { DatabaseUnavailable, type ConnectionConfig } from './pool.ts'

export type PostgresBusOptions = NotificationOptions & { log: Log }

/**
 * The bus of two or three processes, over LISTEN and NOTIFY. Every process receives every message and drops those without
 * subscribers. While the database is unreachable, `publish` rejects at once and `subscribe` at the deadline.
 */
export async function postgresBus(connection: ConnectionConfig, options: PostgresBusOptions): Promise<Bus> {
  const topics = new Map<string, Set<Subscriber>>()
  const receive = (topic: string, text: string) => {
    const subscribers = topics.get(topic)
    if (subscribers !== undefined) dispatchText(options.log, { topic, text, subscribers })
  }
  const notifications = await Notifications.open(connection, receive, options)
  const { deadlineMs = notificationDeadlineMs } = options
  let isClosed = false
  const requireOpen = () => {
    if (isClosed) throw new Error('the bus is closed')
  }
  return {
    async publish(topic, message) {
      requireOpen()
      await notifications.send(topic, JSON.stringify(message))
    },
    async subscribe(topic, handler) {
      requireOpen()
      if (!notifications.isHealthy) await waitUntilHealthy(notifications, deadlineMs)
      const subscribers = topics.get(topic) ?? new Set()
      topics.set(topic, subscribers)
      const subscriber = { handler }
      subscribers.add(subscriber)
      return {
        async [Symbol.asyncDispose]() {
          subscribers.delete(subscriber)
          if (subscribers.size === 0 && topics.get(topic) === subscribers) topics.delete(topic)
        },
      }
    },
    onHealthChange: (handler) => notifications.onHealthChange(handler),
    async [Symbol.asyncDispose]() {
      isClosed = true
      topics.clear()
      await notifications[Symbol.asyncDispose]()
    },
  }
}

/** For commands: publishes to the processes that use the same database, and receives nothing. Connects when it publishes. */
export function commandBus(connection: ConnectionConfig, options: NotificationOptions): Bus {
  let opening: Promise<Notifications> | null = null
  return {
    async publish(topic, message) {
      opening ??= Notifications.open(connection, null, options)
      await (await opening).send(topic, JSON.stringify(message))
    },
    subscribe: async () => ({ [Symbol.asyncDispose]: async () => {} }),
    onHealthChange: () => ({ [Symbol.dispose]: () => {} }),
    async [Symbol.asyncDispose]() {
      // A connection that failed has failed its messages already.
      const notifications = await opening?.catch(() => null)
      await notifications?.[Symbol.asyncDispose]()
    },
  }
}

/** Publishes the messages of commands on the bus of this process. Those that are sent while the connection is broken are lost. */
export async function listenForCommands(
  connection: ConnectionConfig,
  { bus, clock, log }: { bus: Bus; clock: Pick<Clock, 'after'>; log: Log },
): Promise<AsyncDisposable> {
  const receive = (topic: string, text: string) => {
    bus
      .publish(topic, JSON.parse(text))
      .catch((error: unknown) => log.warn({ topic, error: String(error) }, 'command.lost'))
  }
  // A lost connection loses messages of commands only, which the next reconcile finds.
  return Notifications.open(connection, receive, { clock, log: { info: () => {}, warn: () => {} } })
}

function dispatchText(
  log: Log,
  { topic, text, subscribers }: { topic: string; text: string; subscribers: Set<Subscriber> },
) {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch (error) {
    return log.error({ topic, error }, 'bus.decode_failed')
  }
  dispatch(log, topic, subscribers, message)
}

async function waitUntilHealthy(notifications: Notifications, ms: number) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new DatabaseUnavailable('not connected')), ms)
  using _ = notifications.onHealthChange((isHealthy) => isHealthy && resolve())
  try {
    await promise
  } finally {
    clearTimeout(timer)
  }
}
