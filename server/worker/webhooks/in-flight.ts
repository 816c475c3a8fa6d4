import { attemptLimits, type InFlightAttempts } from '../../features/webhooks/fairness-rules.ts'

/** The attempts that this process has under way, by endpoint. */
export function createInFlightAttempts() {
  const byEndpoint = new Map<string, { count: number; isFailing: boolean }>()
  const attempts = new Set<Promise<void>>()
  return {
    byEndpoint: byEndpoint as InFlightAttempts,
    isFull: () => attempts.size >= attemptLimits.total,
    add(clientId: string, isFailing: boolean, attempt: Promise<void>) {
      const count = byEndpoint.get(clientId)?.count ?? 0
      byEndpoint.set(clientId, { count: count + 1, isFailing })
      const settled = attempt.finally(() => {
        attempts.delete(settled)
        const endpoint = byEndpoint.get(clientId)
        if (endpoint === undefined || endpoint.count <= 1) byEndpoint.delete(clientId)
        else endpoint.count -= 1
      })
      attempts.add(settled)
    },
    async drain() {
      await Promise.all(attempts)
    },
  }
}
