import type { EventType, FaultRule } from '@onair/contract'
import { fail, pass, type Check, type Outcome } from '../check.ts'
import type { Lab } from '../lab.ts'
import type { ParamsOf } from '../locales/texts.ts'
import { seen } from '../seen.ts'
import type { SeenRequest } from '../seen-request.ts'
import { withFaults } from './faults.ts'
import { didNotReconnect, isOpening, openingOperations, sessionRequestsSince } from './session-requests.ts'

const listeners = ['bot', 'overlay'] as const
export const retryAfterSec = 2
/** Timers may fire a little early. */
const toleranceMs = 50
const early = ['CALLED_EARLY'] as const

const waitsBeforeSession: Check = {
  id: 'retry-after-session',
  profiles: listeners,
  points: 5,
  explainedBy: { 'reconnect-cut': 'any', backoff: 'any' },
  run: (lab) =>
    withFaults(lab, openingOperations.map(tooManyRequests), async () => {
      const since = lab.traffic.now()
      await lab.cut()
      const isBack = await lab.isReady(lab.patienceMs + retryAfterSec * 1_000)
      const requests = sessionRequestsSince(lab, since).filter(isOpening)
      const [refused, next] = requests
      if (refused === undefined) return didNotReconnect
      const tooEarly = earlyCall(requests)
      if (tooEarly !== null) return fail(seen('CALLED_EARLY', tooEarly), requests)
      if (!isBack) return fail([seen('NOT_BACK_AFTER_429'), ...lab.describe()], requests)
      const afterMs = Math.round((next ?? refused).at - refused.at)
      return pass(seen('WAITED', { afterMs, retryAfterSec }), requests)
    }),
}

const subscribeOperations: Record<EventType, string> = {
  CHAT: 'session.subscribeChat',
  DONATION: 'session.subscribeDonation',
  SUBSCRIPTION: 'session.subscribeSubscription',
}

const waitsBeforeSubscription: Check = {
  id: 'retry-after-subscribe',
  profiles: listeners,
  points: 5,
  explainedBy: {
    'reconnect-cut': 'any',
    'subscribe-after-connected': early,
    backoff: [...early, 'PROGRAM_ENDED'],
    'retry-after-session': early,
  },
  /** Refuses one subscription at a time: a program may be deaf to some of its events only. */
  async run(lab) {
    const eventTypes = lab.subscribed
    const calls: SeenRequest[] = []
    for (const eventType of eventTypes) {
      const outcome = await refuseSubscription(lab, eventType)
      if (outcome.verdict !== 'pass') return outcome
      calls.push(...(outcome.requests ?? []))
    }
    return pass(seen('SUBSCRIBED_AFTER_429', { eventTypes: eventTypes.join(', '), retryAfterSec }), calls)
  },
}

const waitsBeforeMessage: Check = {
  id: 'retry-after-message',
  profiles: ['bot'],
  points: 5,
  explainedBy: { 'retry-after-session': early, 'retry-after-subscribe': early },
  run: (lab) =>
    withFaults(lab, [tooManyRequests('chat.sendMessage')], async () => {
      const since = lab.traffic.now()
      const text = lab.nextText()
      await lab.chat(lab.probeMessage(text))
      const calls = () => lab.requests.filter(({ at, path }) => at > since && path === '/open/v1/chats/send')
      await lab.until(() => calls().some(({ isFault }) => isFault))
      const refused = calls().find(({ isFault }) => isFault)
      if (refused === undefined) return fail(seen('NO_MESSAGE'), calls())
      await lab.wait(Math.max(0, refused.at + retryAfterSec * 1_000 - lab.traffic.now()))
      const tooEarly = earlyCall(calls())
      if (tooEarly !== null) return fail(seen('CALLED_EARLY', tooEarly), calls())
      if (!(await lab.works())) return fail([seen('BROKEN_AFTER_429'), ...lab.describe()], calls())
      return pass(seen('DID_NOT_CALL_EARLY'), calls())
    }),
}

export const retryAfterChecks = { waitsBeforeSession, waitsBeforeSubscription, waitsBeforeMessage }

function refuseSubscription(lab: Lab, eventType: EventType): Promise<Outcome> {
  return withFaults(lab, [tooManyRequests(subscribeOperations[eventType])], async () => {
    const since = lab.traffic.now()
    await lab.cut()
    const isBack = await lab.isReady(lab.patienceMs + retryAfterSec * 1_000)
    const path = `/open/v1/sessions/events/subscribe/${eventType.toLowerCase()}`
    const calls = sessionRequestsSince(lab, since).filter((call) => call.path === path)
    if (!calls.some(({ isFault }) => isFault)) return didNotReconnect
    const tooEarly = earlyCall(calls)
    if (tooEarly !== null) return fail(seen('CALLED_EARLY', tooEarly), calls)
    if (isBack && (await lab.works())) return pass([], calls)
    return fail([seen('DEAF_AFTER_429', { eventType }), ...lab.describe()], calls)
  })
}

export function tooManyRequests(operation: string): FaultRule {
  return { kind: 'status', status: 429, operation, count: 1, retryAfterSec }
}

/** When a call came too early after a 429; null if it waited. */
export function earlyCall(requests: readonly SeenRequest[]): ParamsOf<'CALLED_EARLY'> | null {
  // The calls are compared by position, not by time: two calls in one millisecond are possible.
  const at = requests.findIndex(({ status, isFault }) => status === 429 && isFault)
  const [refused, next] = at === -1 ? [] : requests.slice(at)
  const afterMs = refused && next ? Math.round(next.at - refused.at) : Infinity
  return afterMs < retryAfterSec * 1_000 - toleranceMs ? { afterMs, retryAfterSec } : null
}
