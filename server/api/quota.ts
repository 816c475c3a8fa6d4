import type { FastifyReply } from 'fastify'
import type { Caller, TokenCaller } from '../shared/caller.ts'
import { ipPrefix } from '../shared/ip-prefix.ts'
import { appQuotaKey, quotaWindowMs } from '../shared/quota-keys.ts'
import { Refusal } from '../shared/refusal.ts'
import { hashSecret } from '../shared/secrets.ts'
import type { Deps } from '../infra/deps.ts'

/** What is left to a caller of the quota that ends first; below zero the call is one too many. */
export type QuotaStatus = { limit: number; remaining: number; resetSec: number }

/**
 * Counts a call, and tells where its caller stands; null when nothing is limited or nobody could count. Calls are counted
 * for the application as a whole, and for each person's tokens together, so that a refreshed token brings no new quota.
 * Guests on our own pages are counted by their address; whoever is signed in there is not counted.
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
      ? own.then((standing) => stricterWithApp(standing, caller, now))
      : stricterWithApp(own, caller, now)
  }

  // One person's tokens that are used too often take nothing from the others of the application.
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

  /** When nobody can count, calls are served all the same. */
  function allowUncounted(error: unknown): null {
    if (clock.uptime() < nextWarningAt) return null
    nextWarningAt = clock.uptime() + warnIntervalMs
    log.warn({ error: String(error) }, 'quota.count_failed')
    return null
  }
}

/** The guests of one household, or of a school, are counted together, by what their address does not stand in. */
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

/** Says in the headers where the caller stands, and refuses the call that is one too many. */
export function applyQuota(status: QuotaStatus | null, reply: FastifyReply) {
  if (status === null) return
  const { limit, remaining, resetSec } = status
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', Math.max(0, remaining))
  reply.header('ratelimit-reset', resetSec)
  if (remaining < 0) throw new Refusal('tooManyRequests', 'QUOTA_EXCEEDED', { retryAfterSec: resetSec })
}
