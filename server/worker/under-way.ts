import { turns, type UnderWay } from '../features/webhooks/turn-rules.ts'

/** The attempts that this process has under way, by endpoint. */
export function underWay() {
  const byEndpoint = new Map<string, { count: number; isFailing: boolean }>()
  const all = new Set<Promise<void>>()
  return {
    byEndpoint: byEndpoint as UnderWay,
    isFull: () => all.size >= turns.inAll,
    add(clientId: string, isFailing: boolean, attempt: Promise<void>) {
      const others = byEndpoint.get(clientId)?.count ?? 0
      byEndpoint.set(clientId, { count: others + 1, isFailing })
      const ended = attempt.finally(() => {
        all.delete(ended)
        const endpoint = byEndpoint.get(clientId)
        if (endpoint === undefined || endpoint.count <= 1) byEndpoint.delete(clientId)
        else endpoint.count -= 1
      })
      all.add(ended)
    },
    async ended() {
      await Promise.all(all)
    },
  }
}
