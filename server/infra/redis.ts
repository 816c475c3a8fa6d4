import { Redis } from 'ioredis'
import type { Log } from './log.ts'

/** `deadlineMs` bounds how long a Redis that is silent can hold anything up: a command, a connect, the closing. */
export type RedisOptions = { url: string; log: Pick<Log, 'info' | 'warn'>; deadlineMs?: number }

export const redisDeadlineMs = 2000

/**
 * A connection that is there or refuses at once: nothing is queued for later and nothing is sent twice.
 * It comes back by itself, and a Redis that stops answering counts as gone.
 */
export async function openRedis(
  name: string,
  { url, log, deadlineMs = redisDeadlineMs }: RedisOptions,
): Promise<Redis> {
  const redis = new Redis(url, {
    connectionName: name,
    lazyConnect: true,
    connectTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    disconnectTimeout: deadlineMs,
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(25 * 2 ** attempt, 1000),
  })
  let lastError = 'the connection was closed'
  redis.on('error', (error: Error) => {
    // Only the text: the error itself carries the command, and a command can carry a password.
    lastError = error.message
    log.warn({ connection: name, reason: lastError }, 'redis.connection_failed')
  })
  try {
    await redis.connect()
  } catch {
    redis.disconnect()
    throw Object.assign(new Error(`Redis does not answer: ${lastError}`), { name: 'RedisUnavailable' })
  }
  redis.on('ready', () => log.info({ connection: name }, 'redis.reconnected'))
  // The socket's deadline only runs while something is asked, so a connection that merely listens has to ask.
  const heartbeat = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch((error: Error) => (lastError = error.message))
  }, deadlineMs / 2)
  heartbeat.unref()
  redis.once('end', () => clearInterval(heartbeat))
  return redis
}

/** Ends the connection after what was asked has been answered, or after the deadline. */
export async function closeRedis(redis: Redis): Promise<void> {
  if (redis.status === 'end') return
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  redis.once('end', resolve)
  redis.quit().catch(() => {
    // One that waits to connect again has nothing to end, and says nothing about it.
    if (redis.status === 'reconnecting') resolve()
    redis.disconnect()
  })
  await ended
}

/** What Redis said, without the command it said it about. */
export function redisError(error: unknown): Error {
  return new Error(`Redis did not take it: ${error instanceof Error ? error.message : String(error)}`)
}
