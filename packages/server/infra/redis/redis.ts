import type { Redis } from 'ioredis'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'

/**
 * `deadlineMs` limits connecting, each command and closing when Redis does not respond. `cluster`: the servers are nodes of a
 * Redis Cluster. Then `url` may have several, separated by commas.
 */
export type RedisOptions = {
  url: string
  log: Pick<Log, 'info' | 'warn'>
  deadlineMs?: number
  cluster?: boolean
  metrics?: RedisMetrics
}
type RedisMetrics = Pick<Metrics, 'observe' | 'redisCommandEnded' | 'redisReconnected'>

export const redisDeadlineMs = 2000

/**
 * Opens a connection that reconnects automatically. While it is down, commands reject at once: none is queued and none
 * is sent twice. A Redis that does not respond within the deadline counts as disconnected.
 */
export async function openRedis(
  name: string,
  { url, log, deadlineMs = redisDeadlineMs, cluster = false, metrics }: RedisOptions,
): Promise<Redis> {
  // Loaded here, because one process without Redis does not need it.
  const { Redis } = await import('ioredis')
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
    // Only the message: the error object contains the command, which may contain a password.
    lastError = error.message
    log.warn({ connection: name, error: lastError }, 'redis.connection_failed')
  })
  try {
    await redis.connect()
  } catch {
    redis.disconnect()
    throw new RedisUnavailable(`Cannot connect to Redis: ${lastError}. Check ONAIR_REDIS_URL.`)
  }
  // A Redis may forbid INFO.
  if (!cluster && /^cluster_enabled:1/m.test(await redis.info('cluster').catch(() => ''))) {
    redis.disconnect()
    throw new RedisUnavailable(
      'The Redis of ONAIR_REDIS_URL is a node of a Redis Cluster. Set ONAIR_REDIS_CLUSTER=true.',
    )
  }
  redis.on('ready', () => {
    metrics?.redisReconnected(name)
    log.info({ connection: name }, 'redis.reconnected')
  })
  if (metrics !== undefined) measure(redis, metrics)
  // ioredis applies socketTimeout only while a command is pending, so an idle subscriber needs pings.
  const heartbeat = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch((error: Error) => (lastError = error.message))
  }, deadlineMs / 2)
  heartbeat.unref()
  redis.once('end', () => clearInterval(heartbeat))
  return redis
}

/** Closes the connection after the pending commands, or at the deadline. */
export async function closeRedis(redis: Redis): Promise<void> {
  observations.get(redis)?.[Symbol.dispose]()
  if (redis.status === 'end') return
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  redis.once('end', resolve)
  redis.quit().catch(() => {
    // A connection that waits for its next attempt emits no 'end'.
    if (redis.status === 'reconnecting') resolve()
    redis.disconnect()
  })
  await ended
}

/** The observation of each connection, which ends when the connection closes. */
const observations = new WeakMap<Redis, Disposable>()

function measure(redis: Redis, metrics: RedisMetrics): void {
  observations.set(
    redis,
    metrics.observe('onair_redis_up', () => Number(redis.status === 'ready')),
  )
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command, stream) => {
    const startedAt = performance.now()
    const end = (outcome: 'ok' | 'failed') =>
      metrics.redisCommandEnded(command.name, outcome, (performance.now() - startedAt) / 1_000)
    command.promise.then(
      () => end('ok'),
      () => end('failed'),
    )
    return send(command, stream)
  }
}

/** Redis cannot be reached, did not respond in time, or refuses commands for now. */
class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable'
}

export function isRedisUnavailable(error: unknown): boolean {
  return error instanceof RedisUnavailable
}

/** Errors of a Redis that starts, is full or read-only, or of a cluster that changes. Other replies are mistakes in this program. */
const unavailableReplies =
  /^(?:ASK|BUSY|CLUSTERDOWN|LOADING|MASTERDOWN|MISCONF|MOVED|NOREPLICAS|OOM|READONLY|TRYAGAIN)\b/

/** An error without the command that failed, which may contain a secret. */
export function redisError(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  const isReply = error instanceof Error && error.name === 'ReplyError'
  const text = `Redis command failed: ${message}`
  return isReply && !unavailableReplies.test(message) ? new Error(text) : new RedisUnavailable(text)
}
