import type { FastifyReply } from 'fastify'
import type { Caller, TokenCaller } from '../kit/handle.ts'
import { networkOf } from '../kit/network-of.ts'
import { appQuota, quotaWindowMs } from '../kit/quota-count.ts'
import { Refusal } from '../kit/refusal.ts'
import { hashOf } from '../kit/secrets.ts'
import type { World } from '../world/world.ts'

/** What is left to a caller of the quota that ends first; below zero the call is one too many. */
export type Standing = { limit: number; remaining: number; resetSec: number }

/**
 * Counts a call, and tells where its caller stands; null when nothing is limited or nobody could count. Calls are counted
 * for the application as a whole, and for each person's tokens together, so that a refreshed token brings no new quota.
 * Guests on our own pages are counted by their address; whoever is signed in there is not counted.
 */
export type Quota = (caller: Caller, address: string) => Standing | null | Promise<Standing | null>

const warnEveryMs = 10_000

export function quotaOf({ clock, config, counters, log }: Pick<World, 'clock' | 'config' | 'counters' | 'log'>): Quota {
  let quietUntil = 0

  return (caller, address) => {
    const now = clock.now()
    if (caller.kind === 'visitor' && caller.visitor === null)
      return counted(guestsAt(address), config.quotaPerAddress, now)
    if (caller.kind === 'client') return counted(appQuota(caller.clientId), config.quotaPerApp, now)
    if (caller.kind !== 'token') return null
    const own = counted(`quota/grant/${caller.grantId}`, config.quotaPerToken, now)
    return own instanceof Promise ? own.then((standing) => withApp(standing, caller, now)) : withApp(own, caller, now)
  }

  // One person's tokens that are used too often take nothing from the others of the application.
  function withApp(own: Standing | null, { clientId }: TokenCaller, now: number) {
    if (own !== null && own.remaining < 0) return own
    const ofApp = counted(appQuota(clientId), config.quotaPerApp, now)
    return ofApp instanceof Promise ? ofApp.then((standing) => tighter(own, standing)) : tighter(own, ofApp)
  }

  function counted(what: string, limit: number, now: number): ReturnType<Quota> {
    if (limit === 0) return null
    const answer = counters.add(what, quotaWindowMs, now)
    return answer instanceof Promise
      ? answer.then((count) => standingOf(count, limit, now), served)
      : standingOf(answer, limit, now)
  }

  /** When nobody can count, calls are served all the same. */
  function served(error: unknown): null {
    if (clock.real() < quietUntil) return null
    quietUntil = clock.real() + warnEveryMs
    log.warn({ error: String(error) }, 'quota.not-counted')
    return null
  }
}

/** The guests of one household, or of a school, are counted together, by what their address does not stand in. */
function guestsAt(address: string): string {
  return `quota/guests/${hashOf(networkOf(address)).toString('base64url')}`
}

function standingOf({ count, endsAt }: { count: number; endsAt: number }, limit: number, now: number): Standing {
  return { limit, remaining: limit - count, resetSec: Math.ceil((endsAt - now) / 1000) }
}

function tighter(one: Standing | null, other: Standing | null): Standing | null {
  if (one === null || other === null) return one ?? other
  return other.remaining < one.remaining ? other : one
}

/** Says in the headers where the caller stands, and refuses the call that is one too many. */
export function tellStanding(standing: Standing | null, reply: FastifyReply) {
  if (standing === null) return
  const { limit, remaining, resetSec } = standing
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', Math.max(0, remaining))
  reply.header('ratelimit-reset', resetSec)
  if (remaining < 0) throw new Refusal('tooManyRequests', 'QUOTA_USED_UP', { retryAfterSec: resetSec })
}
