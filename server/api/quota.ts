import type { FastifyReply } from 'fastify'
import type { Caller, TokenCaller } from '../shared/caller.ts'
import { ipPrefix } from '../shared/ip-prefix.ts'
import { appQuotaKey, quotaWindowMs } from '../shared/quota-keys.ts'
import { Refusal } from '../shared/refusal.ts'
import { hashSecret } from '../shared/secrets.ts'
import type { Deps } from '../infra/deps.ts'

/** The quota with the fewest calls left. `remaining` is negative when the call exceeds it. */
export type QuotaStatus = { limit: number; remaining: number; resetSec: number }

/**
 * Counts a call and returns the caller's quota; null when no quota applies, or when the counters are unavailable. A token's
 * calls count against the application's quota and against one quota for all tokens of the grant, so that refreshing a token
 * does not reset it. Guests of the console count by IP address. Signed-in users have no quota.
 */
export type QuotaCheck = (caller: Caller, ip: string) => QuotaStatus | null | Promise<QuotaStatus | null>

const warnIntervalMs = 10_000

export function createQuotaCheck({
  clock,
  config,
  counters,
  log,
}: Pick<Deps, 'clock' | 'config' | 'counters' | 'log'>): QuotaCheck {
  let nextWarningAt = 0

  return (caller, ip) => {
    const now = clock.now()
    if (caller.kind === 'visitor' && caller.visitor === null)
      return countCall(guestQuotaKey(ip), config.quotaPerAddress, now)
    if (caller.kind === 'client') return countCall(appQuotaKey(caller.clientId), config.quotaPerApp, now)
    if (caller.kind !== 'token') return null
    const own = countCall(`quota/grant/${caller.grantId}`, config.quotaPerToken, now)
    return own instanceof Promise
      ? own.then((status) => stricterWithApp(status, caller, now))
      : stricterWithApp(own, caller, now)
  }

  // A call over the quota of one grant does not count against the application's, which its other users share.
  function stricterWithApp(tokenStatus: QuotaStatus | null, { clientId }: TokenCaller, now: number) {
    if (tokenStatus !== null && tokenStatus.remaining < 0) return tokenStatus
    const appStatus = countCall(appQuotaKey(clientId), config.quotaPerApp, now)
    return appStatus instanceof Promise
      ? appStatus.then((status) => stricter(tokenStatus, status))
      : stricter(tokenStatus, appStatus)
  }

  function countCall(key: string, limit: number, now: number): ReturnType<QuotaCheck> {
    if (limit === 0) return null
    const result = counters.add(key, quotaWindowMs, now)
    return result instanceof Promise
      ? result.then((count) => quotaStatusOf(count, limit, now), allowUncounted)
      : quotaStatusOf(result, limit, now)
  }

  /** Calls are served while the counters are unavailable. */
  function allowUncounted(error: unknown): null {
    if (clock.uptime() < nextWarningAt) return null
    nextWarningAt = clock.uptime() + warnIntervalMs
    log.warn({ error: String(error) }, 'quota.count_failed')
    return null
  }
}

/** Guests of one network share a quota. The key holds a hash, so that addresses are not stored. */
function guestQuotaKey(ip: string): string {
  return `quota/guests/${hashSecret(ipPrefix(ip)).toString('base64url')}`
}

function quotaStatusOf({ count, endsAt }: { count: number; endsAt: number }, limit: number, now: number): QuotaStatus {
  return { limit, remaining: limit - count, resetSec: Math.ceil((endsAt - now) / 1000) }
}

function stricter(a: QuotaStatus | null, b: QuotaStatus | null): QuotaStatus | null {
  if (a === null || b === null) return a ?? b
  return b.remaining < a.remaining ? b : a
}

/** Sets the RateLimit headers, and throws 429 when the call exceeds the quota. */
export function applyQuota(status: QuotaStatus | null, reply: FastifyReply) {
  if (status === null) return
  const { limit, remaining, resetSec } = status
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', Math.max(0, remaining))
  reply.header('ratelimit-reset', resetSec)
  if (remaining < 0) throw new Refusal('tooManyRequests', 'QUOTA_EXCEEDED', { retryAfterSec: resetSec })
}
