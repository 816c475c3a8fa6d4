import type { Redis } from 'ioredis'
import { redisError, type RedisOptions } from '../redis/redis.ts'
import { openRedisCommands } from '../redis/redis-commands.ts'
import { systemClock, type Clock } from '../clock.ts'
import type { CounterKind, Counters } from './counters.ts'
import { Portions, type Taken } from './portions.ts'

type RedisWithScript = Redis & { changeWindow(...args: unknown[]): Promise<unknown> }
type Change = 'add' | 'subtract' | 'read' | 'reset'
/** `endsAt`: take back only from the window that ends then. */
type Values = { now: number; limit?: number; amount?: number; endsAt?: number }

/**
 * The counters of several processes. Each kind has two keys: a hash of the windows, and their ends as a sorted set, which
 * finds the expired ones and the one to evict. Windows follow the given time; the Redis TTL only deletes unused kinds.
 */
export async function redisCounters({
  clock = systemClock(),
  ...options
}: RedisOptions & { prefix: string; clock?: Clock }): Promise<Counters> {
  const commands = await openRedisCommands('counters', options, (redis) =>
    redis.defineCommand('changeWindow', { numberOfKeys: 2, lua: changeWindow }),
  )

  const run = async (change: Change, kind: CounterKind, key: string, values: Values): Promise<Taken> => {
    const { name, windowMs, maxKeys } = kind
    const { now, limit = Infinity, amount = 1, endsAt = 0 } = values
    // The hash tag keeps both keys in one slot of a Redis Cluster.
    const windows = `${options.prefix}{count/${name}}`
    const atMost = Math.min(limit, Number.MAX_SAFE_INTEGER)
    const args = [change, key, now, windowMs, atMost, maxKeys, clockSkewMs, amount, endsAt]
    try {
      const reply = await commands.run(windows, (redis) =>
        (redis as RedisWithScript).changeWindow(windows, `${windows}/ends`, ...args),
      )
      if (!Array.isArray(reply)) throw new Error('unexpected reply')
      return { count: Number(reply[0]), endsAt: Number(reply[1]), granted: Number(reply[2]) }
    } catch (error) {
      throw redisError(error)
    }
  }
  const portions = new Portions(
    {
      take: (kind, key, now, limit, amount) => run('add', kind, key, { now, limit, amount }),
      giveBack: (kind, key, now, amount, endsAt) => run('subtract', kind, key, { now, amount, endsAt }),
    },
    clock,
  )
  return {
    add(kind, key, now, limit = Infinity) {
      if (kind.maxPortion > 1) return portions.add(kind, key, now, limit)
      return run('add', kind, key, { now, limit }).then(({ count, endsAt, granted }) => ({
        count,
        endsAt,
        isRefused: granted === 0,
      }))
    },
    async subtract(kind, key, now) {
      await run('subtract', kind, key, { now })
    },
    async read(kind, key, now) {
      const { count, endsAt } = await run('read', kind, key, { now })
      return { count: Math.max(0, count - portions.unused(kind, key, endsAt)), endsAt }
    },
    async reset(kind, key) {
      portions.drop(kind, key)
      await run('reset', kind, key, { now: 0 })
    },
    async [Symbol.asyncDispose]() {
      // Uses that cannot be given back remain counted until their window ends.
      await portions[Symbol.asyncDispose]().catch(() => {})
      await commands[Symbol.asyncDispose]()
    },
  }
}

// Added to the TTL: platform time may lag this far behind Redis before a kind is deleted too early.
const clockSkewMs = 60_000

// If the clock was moved back, a window ends at most windowMs from now. string.format, because Lua prints large numbers as
// 1.7e+12. A new window deletes two expired ones, so that the kind shrinks.
const changeWindow = `
  local windows, ends = KEYS[1], KEYS[2]
  local change, key = ARGV[1], ARGV[2]
  local now, windowMs, limit, maxKeys, clockSkewMs = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
  local amount, onlyUntil = tonumber(ARGV[8]), tonumber(ARGV[9])
  local function remove(removed)
    for _, each in ipairs(removed) do
      redis.call('HDEL', windows, each)
      redis.call('ZREM', ends, each)
    end
  end
  if change == 'reset' then
    remove({ key })
    return { 0, 0, 0 }
  end

  local count, endsAt = 0, now + windowMs
  local stored = redis.call('HGET', windows, key)
  local isNew = true
  if stored then
    local storedCount, storedEnd = string.match(stored, '^(%d+) (%d+)$')
    local lastEnd = math.min(tonumber(storedEnd), endsAt)
    if now < lastEnd then
      count, endsAt, isNew = tonumber(storedCount), lastEnd, false
    end
    if lastEnd < tonumber(storedEnd) then
      redis.call('HSET', windows, key, storedCount .. ' ' .. string.format('%.0f', lastEnd))
      redis.call('ZADD', ends, string.format('%.0f', lastEnd), key)
    end
  end
  local granted, difference = 0, 0
  if change == 'add' then
    granted = math.max(0, math.min(amount, limit - count))
    difference = granted
  elseif change == 'subtract' and (onlyUntil == 0 or onlyUntil == endsAt) then
    difference = -math.min(amount, count)
  end
  if difference == 0 then
    return { count, endsAt, 0 }
  end

  if isNew then
    remove({ key })
    remove(redis.call('ZRANGEBYSCORE', ends, '-inf', string.format('%.0f', now), 'LIMIT', 0, 2))
    local excess = redis.call('ZCARD', ends) - maxKeys
    if excess >= 0 then remove(redis.call('ZRANGE', ends, 0, math.min(excess, 1))) end
    redis.call('ZADD', ends, string.format('%.0f', endsAt), key)
  end
  count = count + difference
  redis.call('HSET', windows, key, string.format('%.0f %.0f', count, endsAt))
  redis.call('PEXPIRE', windows, string.format('%.0f', windowMs + clockSkewMs))
  redis.call('PEXPIRE', ends, string.format('%.0f', windowMs + clockSkewMs))
  return { count, endsAt, granted }
`
