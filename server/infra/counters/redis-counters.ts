import { closeRedis, openRedis, redisError, type RedisOptions } from '../redis.ts'
import type { WindowCount, Counters } from './counters.ts'

type RedisCounters = Omit<Counters, 'add'> & { add(...args: Parameters<Counters['add']>): Promise<WindowCount> }

/** The counters of several processes. Windows follow the given time; the Redis TTL only deletes unused keys. */
export async function redisCounters(options: RedisOptions & { prefix: string }): Promise<RedisCounters> {
  const redis = await openRedis('counters', options)

  const incrementBy = async (key: string, windowMs: number, now: number, by: number) => {
    try {
      const reply = await redis.eval(countWithinWindow, 1, options.prefix + key, now, windowMs, by, clockSkewMs)
      if (!Array.isArray(reply)) throw new Error('unexpected reply')
      return { count: Number(reply[0]), endsAt: Number(reply[1]) }
    } catch (error) {
      throw redisError(error)
    }
  }
  return {
    add: (key, windowMs, now, by = 1) => incrementBy(key, windowMs, now, by),
    read: async (key, now) => (await incrementBy(key, 0, now, 0)).count,
    async reset(key) {
      await redis.del(options.prefix + key).catch((error: unknown) => {
        throw redisError(error)
      })
    },
    [Symbol.asyncDispose]: () => closeRedis(redis),
  }
}

// Added to the TTL: platform time may lag this far behind Redis before a window is deleted too early.
const clockSkewMs = 60_000

// windowMs = 0 reads without creating a window. If the clock was moved back, the window ends at most windowMs from now.
// string.format, because Lua prints large numbers as 1.7e+12.
const countWithinWindow = `
  local key, now, windowMs, by, clockSkewMs = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local stored = redis.call('HMGET', key, 'count', 'endsAt', 'windowMs')
  local count, endsAt = tonumber(stored[1]), tonumber(stored[2])
  if endsAt and now < endsAt then
    windowMs = tonumber(stored[3])
    if by == 0 and endsAt - now <= windowMs then return { count, endsAt } end
    endsAt = math.min(endsAt, now + windowMs)
  else
    if windowMs == 0 then return { 0, now } end
    count, endsAt = 0, now + windowMs
  end
  redis.call('HSET', key, 'count', string.format('%.0f', count + by), 'endsAt', string.format('%.0f', endsAt), 'windowMs', string.format('%.0f', windowMs))
  redis.call('PEXPIRE', key, string.format('%.0f', endsAt - now + clockSkewMs))
  return { count + by, endsAt }
`
