import type { FastifyReply } from 'fastify'
import type { Caller, TokenCaller } from '../../shared/callers/caller.ts'
import { type NetworkUse, countInNetworks, type NetworkCount } from '../../shared/networks/count-in-networks.ts'
import { appQuota, quotaKind } from '../../shared/callers/quota-kinds.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Counted, CounterKind } from '../../infra/counters/counters.ts'
import type { Deps } from '../../infra/deps.ts'

/** The quota with the fewest calls left. `isExceeded`: the call is over it, and was not counted. */
type QuotaStatus = { limit: number; remaining: number; resetSec: number; isExceeded: boolean }

/**
 * Counts a call and returns the caller's quota; null when no quota applies, or when the counters are unavailable. A token's
 * calls count against the application's quota and against one quota for all tokens of the grant, so that refreshing a token
 * does not reset it. On the pages signed-in users count by account. Guests and callers without credentials count by network.
 */
export type QuotaCheck = (caller: Caller, ip: string, now: number) => QuotaStatus | null | Promise<QuotaStatus | null>

const grantQuota = quotaKind('grant')
const guestQuota = quotaKind('guest')
const fileQuota = quotaKind('file')
const personQuota = quotaKind('person')

export function createQuotaCheck(useCounter: UseCounter, { config }: Pick<Deps, 'config'>): QuotaCheck {
  return (caller, ip, now) => {
    if (caller.kind === 'client') return countCall(appQuota, caller.clientId, config.quotaPerApp, now)
    if (caller.kind === 'webSession') return countCall(personQuota, caller.channelId, config.quotaPerPerson, now)
    if (caller.kind === 'visitor' && caller.visitor !== null)
      return countCall(personQuota, caller.visitor.channelId, config.quotaPerPerson, now)
    if (caller.kind === 'visitor' || caller.kind === 'none')
      return countNetworks(useCounter, { kind: guestQuota, ip, limit: config.quotaPerAddress }, now)
    const own = countCall(grantQuota, caller.grantId, config.quotaPerToken, now)
    return own instanceof Promise
      ? own.then((status) => stricterWithApp(status, caller, now))
      : stricterWithApp(own, caller, now)
  }

  // A call over the quota of one grant does not count against the application's, which its other users share.
  function stricterWithApp(tokenStatus: QuotaStatus | null, { clientId }: TokenCaller, now: number) {
    if (tokenStatus?.isExceeded === true) return tokenStatus
    const appStatus = countCall(appQuota, clientId, config.quotaPerApp, now)
    return appStatus instanceof Promise
      ? appStatus.then((status) => stricter(tokenStatus, status))
      : stricter(tokenStatus, appStatus)
  }

  function countCall(kind: CounterKind, key: string, limit: number, now: number): ReturnType<QuotaCheck> {
    if (limit === 0) return null
    const counted = useCounter.count(kind, key, limit, now)
    return counted instanceof Promise
      ? counted.then((result) => result && quotaStatusOf(result, limit, now))
      : counted && quotaStatusOf(counted, limit, now)
  }
}

/** A page has many files, and most of them are in memory. */
const filesPerCall = 10

/** Counts the files and pictures that a network loads. */
export function createFileQuotaCheck(useCounter: UseCounter, { config }: Pick<Deps, 'config'>) {
  const limit = config.quotaPerAddress * filesPerCall
  return (ip: string, now: number) => countNetworks(useCounter, { kind: fileQuota, ip, limit }, now)
}

async function countNetworks(useCounter: UseCounter, use: NetworkUse, now: number): Promise<QuotaStatus | null> {
  if (use.limit === 0) return null
  const counted = await useCounter.countInNetworks(use, now)
  return counted && quotaStatusOf(counted, counted.limit, now)
}

function quotaStatusOf({ count, endsAt, isRefused }: Counted, limit: number, now: number): QuotaStatus {
  const remaining = Math.max(0, limit - count)
  return { limit, remaining, resetSec: Math.ceil((endsAt - now) / 1000), isExceeded: isRefused }
}

function stricter(a: QuotaStatus | null, b: QuotaStatus | null): QuotaStatus | null {
  if (a === null || b === null) return a ?? b
  if (a.isExceeded !== b.isExceeded) return a.isExceeded ? a : b
  return b.remaining < a.remaining ? b : a
}

/** Sets the RateLimit headers, and throws 429 when the call exceeds the quota. */
export function applyQuota(status: QuotaStatus | null, reply: FastifyReply) {
  if (status === null) return
  const { limit, remaining, resetSec } = status
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', resetSec)
  requireQuota(status)
}

/** Throws 429 when the call exceeds the quota. */
export function requireQuota(status: QuotaStatus | null) {
  if (status?.isExceeded) throw new Refusal('tooManyRequests', 'QUOTA_EXCEEDED', { retryAfterSec: status.resetSec })
}

/** Counts uses up to a limit. Null, so that the request is served, while the counters are unavailable. */
export type UseCounter = {
  /** Counts a use of a key. */
  count(kind: CounterKind, key: string, limit: number, now: number): Counted | null | Promise<Counted | null>
  /** Counts a use of the networks of an address. */
  countInNetworks(use: NetworkUse, now: number): Promise<NetworkCount | null>
}

const warnIntervalMs = 10_000

export function createUseCounter({ clock, counters, log }: Pick<Deps, 'clock' | 'counters' | 'log'>): UseCounter {
  let nextWarningAt = 0

  const allowUncounted = (error: unknown): null => {
    if (clock.uptime() < nextWarningAt) return null
    nextWarningAt = clock.uptime() + warnIntervalMs
    log.warn({ error: String(error) }, 'quota.count_failed')
    return null
  }
  return {
    count(kind, key, limit, now) {
      const counted = counters.add(kind, key, now, limit)
      return counted instanceof Promise ? counted.catch(allowUncounted) : counted
    },
    countInNetworks: (use, now) => countInNetworks(counters, use, now).catch(allowUncounted),
  }
}
