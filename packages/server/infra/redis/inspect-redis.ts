import { openRedis } from './redis.ts'

export type RedisFacts = { version: string; maxMemory: number; policy: string }

/** Reads the limits of a Redis, or of the first node of a cluster. Changes nothing. */
export async function inspectRedis(urls: string, cluster: boolean): Promise<RedisFacts> {
  const [url = ''] = urls.split(',')
  const redis = await openRedis('onair-check', { url, cluster, log: { info: () => {}, warn: () => {} } })
  try {
    const lines = (await redis.info()).split(/\r?\n/)
    const valueOf = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1) ?? ''
    return {
      version: valueOf('redis_version'),
      maxMemory: Number(valueOf('maxmemory')),
      policy: valueOf('maxmemory_policy'),
    }
  } finally {
    redis.disconnect()
  }
}
