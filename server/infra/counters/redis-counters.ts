import { closeRedis, openRedis, redisError, type RedisOptions } from '../redis.ts'
import type { WindowCount, Counters } from './counters.ts'

type RedisCounters = Omit<Counters, 'add'> & { add(...args: Parameters<Counters['add']>): Promise<WindowCount> }

/** The counters of several processes. A window is judged by the time that is handed in; Redis' own clock only clears away what nobody asks for any more. */
export async function redisCounters(options: RedisOptions & { prefix: string }): Promise<RedisCounters> {
  const redis = await openRedis('counters', options)

  const incrementBy = async (key: string, windowMs: number, now: number, by: number) => {
    try {
      const reply = await redis.eval(countWithinWindow, 1, options.prefix + key, now, windowMs, by, clockSkewMs)
      if (!Array.isArray(reply)) throw new Error('an answer of another kind')
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

// How much slower than Redis' clock the platform's may run before a window is forgotten too early.
const clockSkewMs = 60_000

// A window of no length only reads. A clock that went back makes nobody wait longer than one whole window.
// Lua writes large numbers as 1.7e+12, so they are spelled out.
const countWithinWindow = `
  local key, now, windowMs, by, slackMs = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local kept = redis.call('HMGET', key, 'count', 'endsAt', 'windowMs')
  local count, endsAt = tonumber(kept[1]), tonumber(kept[2])
  if endsAt and now < endsAt then
    windowMs = tonumber(kept[3])
    if by == 0 and endsAt - now <= windowMs then return { count, endsAt } end
    endsAt = math.min(endsAt, now + windowMs)
  else
    if windowMs == 0 then return { 0, now } end
    count, endsAt = 0, now + windowMs
  end
  redis.call('HSET', key, 'count', string.format('%.0f', count + by), 'endsAt', string.format('%.0f', endsAt), 'windowMs', string.format('%.0f', windowMs))
  redis.call('PEXPIRE', key, string.format('%.0f', endsAt - now + slackMs))
  return { count + by, endsAt }
`
