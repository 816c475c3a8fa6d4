import { openRedis } from './redis.ts'

export type RedisFacts = { version: string; maxMemory: number; policy: string }

/** Reads the limits of a Redis. Changes nothing. */
export async function inspectRedis(url: string): Promise<RedisFacts> {
  const redis = await openRedis('onair-check', { url, log: { info: () => {}, warn: () => {} } })
  try {
    const info = await redis.info()
    const valueOf = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? ''
    return {
      version: valueOf('redis_version'),
      maxMemory: Number(valueOf('maxmemory')),
      policy: valueOf('maxmemory_policy'),
    }
  } finally {
    redis.disconnect()
  }
}
