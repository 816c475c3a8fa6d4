import { eventScopes, limits } from '@onair/contract'
import { fail, pass, type Check } from '../check.ts'
import type { SeenRequest } from '../seen-request.ts'
import { seen } from '../seen.ts'
import { withFaults } from './faults.ts'
import { didNotReconnect, isOpening, isSessionRequest, sessionRequestsSince } from './session-requests.ts'

const listeners = ['bot', 'overlay'] as const
const connectedDelayMs = 200
const revokedDelayMs = 1_000

const startsSession: Check = {
  id: 'session-start',
  profiles: listeners,
  points: 10,
  async run(lab) {
    const opened = lab.requests.filter(isSessionRequest)
    const { session } = lab
    if (session === null) return fail([seen('NO_SESSION'), ...lab.describe()], opened.slice(-3))
    const works = await lab.works()
    const eventTypes = [...session.subscribed].join(', ')
    if (works) return pass(seen('SUBSCRIBED', { eventTypes }), opened.slice(-5))
    return fail([seen('DID_NOT_ANSWER', { probe: lab.probe }), ...lab.describe()], opened.slice(-5))
  },
}

const subscribesAfterConnected: Check = {
  id: 'subscribe-after-connected',
  profiles: listeners,
  points: 5,
  explainedBy: { 'reconnect-cut': 'any' },
  run: (lab) =>
    withFaults(lab, [{ kind: 'event-delayed', eventType: 'SYSTEM', nth: 1, delayMs: connectedDelayMs }], async () => {
      const since = lab.traffic.now()
      await lab.cut()
      if (!(await lab.isReady())) return didNotReconnect
      const { connectedAt, sessionKey } = lab.session ?? { connectedAt: Infinity, sessionKey: null }
      const subscribed = lab.requests.filter(
        ({ at, path }) => at > since && path.startsWith('/open/v1/sessions/events/subscribe/'),
      )
      const wrong = subscribed.filter(
        ({ at, query, body }) => at < connectedAt || !(query.get('sessionKey') ?? body).includes(sessionKey ?? ''),
      )
      if (wrong.length > 0)
        return fail(seen('SUBSCRIBED_EARLY', { count: wrong.length, calls: subscribed.length }), wrong)
      return pass(seen('SUBSCRIBED_AFTER_CONNECTED', { calls: subscribed.length }), subscribed)
    }),
}

const reconnectsAfterCut: Check = {
  id: 'reconnect-cut',
  profiles: listeners,
  points: 10,
  async run(lab) {
    const since = lab.traffic.now()
    await lab.cut()
    const isBack = await lab.isReady()
    const requests = sessionRequestsSince(lab, since)
    if (!isBack) return fail([seen('NOT_BACK', { withinMs: lab.patienceMs }), ...lab.describe()], requests)
    const afterMs = Math.round(lab.traffic.now() - since)
    if (!(await lab.works())) return fail(seen('BACK_BUT_BROKEN'), requests)
    return pass(seen('BACK', { afterMs }), requests)
  },
}

const newUrlForEachSession: Check = {
  id: 'new-session-url',
  profiles: listeners,
  points: 5,
  async run(lab) {
    await lab.cut()
    if (!(await lab.isReady())) return didNotReconnect
    const urls = lab.traffic.sessions.map(({ urlId }) => urlId)
    const repeated = urls.length - new Set(urls).size
    if (repeated > 0) return fail(seen('URLS_REPEATED', { count: repeated, connections: urls.length }))
    return pass(seen('URLS_NEW', { connections: urls.length }), lab.requests.filter(isSessionRequest).slice(-5))
  },
}

const resubscribesAfterRevoked: Check = {
  id: 'reconnect-revoked',
  profiles: listeners,
  points: 5,
  async run(lab) {
    const [eventType] = lab.subscribed
    if (eventType === undefined) return fail([seen('REVOKED_NOTHING'), ...lab.describe()])
    const since = lab.traffic.now()
    const isSubscribed = () => lab.session?.subscribed.has(eventType) ?? false
    const wasRevoked = () => lab.traffic.sessions.some(({ revokedAt }) => revokedAt > since)
    // The program gets the message when consent is back, so that its first call can succeed.
    const delay = { kind: 'event-delayed', eventType: 'SYSTEM', nth: 1, delayMs: revokedDelayMs } as const
    return withFaults(lab, [delay], async () => {
      await lab.grant({ without: [eventScopes[eventType]] })
      await lab.until(() => lab.hasInjected())
      await lab.grant()
      const isRevoked = await lab.until(wasRevoked, lab.patienceMs + revokedDelayMs)
      const isBack = isRevoked && (await lab.until(isSubscribed))
      const requests = sessionRequestsSince(lab, since)
      if (!isRevoked) return fail(seen('REVOKED_NOT_SENT'), requests)
      if (!isBack) return fail(seen('NOT_SUBSCRIBED_AGAIN', { eventType, withinMs: lab.patienceMs }), requests)
      return pass(seen('SUBSCRIBED_AGAIN', { eventType }), requests)
    })
  },
}

const staysUnderSessionLimits: Check = {
  id: 'session-limits',
  profiles: listeners,
  points: 5,
  explainedBy: { 'reconnect-cut': 'any', backoff: 'any' },
  async run(lab) {
    await lab.cut()
    await lab.isReady()
    // Calls after the subscriptions count too.
    await lab.settle()
    const calls = lab.requests.filter(isSessionRequest)
    const refused = calls.filter((call) => call.status === 400 && (isOpening(call) || isOneTooMany(call, calls)))
    const open = lab.traffic.sessions.filter(({ isOpen }) => isOpen).length
    if (refused.length > 0) return fail(seen('LIMIT_EXCEEDED', { count: refused.length, calls: calls.length }), refused)
    return pass(seen('WITHIN_LIMITS', { calls: calls.length, open }), calls.slice(-5))
  },
}

export const sessionChecks = {
  startsSession,
  subscribesAfterConnected,
  reconnectsAfterCut,
  newUrlForEachSession,
  resubscribesAfterRevoked,
  staysUnderSessionLimits,
}

/** Whether as many subscriptions were made in the session before. Other calls are refused with 400 after a disconnect. */
function isOneTooMany({ at, path, query }: SeenRequest, calls: readonly SeenRequest[]): boolean {
  const sessionKey = query.get('sessionKey')
  const earlier = calls.filter(
    (call) => call.at < at && call.status === 200 && call.query.get('sessionKey') === sessionKey,
  )
  return path.includes('/subscribe/') && earlier.length >= limits.subscriptionsPerSession
}
