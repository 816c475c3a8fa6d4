import { closeRedis, openRedis, redisError, type RedisOptions } from '../redis.ts'
import type { Counted, CounterKind, Counters } from './counters.ts'

type RedisCounters = Omit<Counters, 'add'> & { add(...args: Parameters<Counters['add']>): Promise<Counted> }
type Change = 'add' | 'subtract' | 'read' | 'reset'

/**
 * The counters of several processes. Each kind has two keys: a hash of the windows, and their ends as a sorted set, which
 * finds the expired ones and the one to evict. Windows follow the given time; the Redis TTL only deletes unused kinds.
 */
export async function redisCounters(options: RedisOptions & { prefix: string }): Promise<RedisCounters> {
  const redis = await openRedis('counters', options)

  const run = async (change: Change, kind: CounterKind, key: string, now: number, limit = Infinity) => {
    const { name, windowMs, maxKeys } = kind
    // A hash tag keeps both keys on one node of a Redis cluster.
    const windows = `${options.prefix}{count/${name}}`
    const args = [change, key, now, windowMs, Math.min(limit, Number.MAX_SAFE_INTEGER), maxKeys, clockSkewMs]
    try {
      const reply = await redis.eval(changeWindow, 2, windows, `${windows}/ends`, ...args)
      if (!Array.isArray(reply)) throw new Error('unexpected reply')
      return { count: Number(reply[0]), endsAt: Number(reply[1]), isRefused: reply[2] === 1 }
    } catch (error) {
      throw redisError(error)
    }
  }
  return {
    add: (kind, key, now, limit) => run('add', kind, key, now, limit),
    async subtract(kind, key, now) {
      await run('subtract', kind, key, now)
    },
    async read(kind, key, now) {
      const { count, endsAt } = await run('read', kind, key, now)
      return { count, endsAt }
    },
    async reset(kind, key) {
      await run('reset', kind, key, 0)
    },
    [Symbol.asyncDispose]: () => closeRedis(redis),
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
  local isRefused = change == 'add' and count >= limit
  if change == 'read' or isRefused or (change == 'subtract' and count == 0) then
    return { count, endsAt, isRefused and 1 or 0 }
  end

  if isNew then
    remove({ key })
    remove(redis.call('ZRANGEBYSCORE', ends, '-inf', string.format('%.0f', now), 'LIMIT', 0, 2))
    local excess = redis.call('ZCARD', ends) - maxKeys
    if excess >= 0 then remove(redis.call('ZRANGE', ends, 0, math.min(excess, 1))) end
    redis.call('ZADD', ends, string.format('%.0f', endsAt), key)
  end
  count = count + (change == 'add' and 1 or -1)
  redis.call('HSET', windows, key, string.format('%.0f %.0f', count, endsAt))
  redis.call('PEXPIRE', windows, string.format('%.0f', windowMs + clockSkewMs))
  redis.call('PEXPIRE', ends, string.format('%.0f', windowMs + clockSkewMs))
  return { count, endsAt, isRefused and 1 or 0 }
`
