import { eventScopes, limits, sandboxApi, type EventType, type FaultRule } from '@onair/contract'
import { fail, notApplicable, pass, type Check } from '../check.ts'
import type { SeenRequest } from '../seen-request.ts'
import type { Lab } from '../lab.ts'

const listeners = ['bot', 'overlay'] as const
const connectedDelayMs = 200
const revokedDelayMs = 600
export const retryAfterSec = 2
/** Timers may fire a little early. */
const toleranceMs = 50

/** What depends on a reconnect is counted once. */
export const didNotReconnect = notApplicable('It did not reconnect: see reconnect-cut.')

const startsSession: Check = {
  id: 'session-start',
  title: 'Opens a session, subscribes and works',
  profiles: listeners,
  points: 10,
  section: 'Specification, Endpoints: Session',
  why: 'Without a session and a subscription a program receives nothing.',
  fix: 'Request a session URL, connect a Socket.IO client 1.0 to 2.0.3 with the websocket transport only, and subscribe with the sessionKey of SYSTEM connected.',
  async run(lab) {
    const opened = lab.requests.filter(isSessionRequest)
    if (lab.session === null) return fail(`No subscribed session. ${lab.describe()}`, opened.slice(-3))
    const works = await lab.works()
    if (works) return pass(`Subscribed to ${[...lab.session.subscribed].join(', ')}, and works.`, opened.slice(-5))
    return fail(`Subscribed, but it did not answer "${lab.subject.probe}". ${lab.describe()}`, opened.slice(-5))
  },
}

const subscribesAfterConnected: Check = {
  id: 'subscribe-after-connected',
  title: 'Subscribes only after SYSTEM connected',
  profiles: listeners,
  points: 5,
  section: 'Specification, States and transitions: connected',
  why: 'The sessionKey of SYSTEM connected is the only key that the subscribe endpoints accept, and it is valid from then on.',
  fix: 'Call the subscribe endpoints in the handler of SYSTEM, for type connected, with data.sessionKey.',
  run: (lab) =>
    withFaults(lab, [{ kind: 'event-delayed', eventType: 'SYSTEM', nth: 1, delayMs: connectedDelayMs }], async () => {
      const since = lab.relay.now()
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
        return fail(
          `${wrong.length} of ${subscribed.length} calls came before SYSTEM connected, or had another key.`,
          wrong,
        )
      return pass(`${subscribed.length} calls after SYSTEM connected, with its sessionKey.`, subscribed)
    }),
}

const reconnectsAfterCut: Check = {
  id: 'reconnect-cut',
  title: 'Reconnects after the connection is cut',
  profiles: listeners,
  points: 10,
  section: 'Specification, States and transitions: disconnected',
  why: 'Deploys, networks and restarts end sessions. A new session has no subscriptions.',
  fix: 'On disconnect and on connection errors, wait with exponential backoff and jitter, request a new URL, connect and subscribe again.',
  async run(lab) {
    const since = lab.relay.now()
    await lab.cut()
    const isBack = await lab.isReady()
    const requests = sessionRequestsSince(lab, since)
    if (!isBack) return fail(`Not subscribed ${seconds(lab.patienceMs)} after the cut. ${lab.describe()}`, requests)
    const took = lab.relay.now() - since
    if (!(await lab.works())) return fail('It subscribed again, but no longer works.', requests)
    return pass(`Subscribed again after ${seconds(took)}.`, requests)
  },
}

const newUrlForEachSession: Check = {
  id: 'new-session-url',
  title: 'Requests a new URL for each session',
  profiles: listeners,
  points: 5,
  section: 'Specification, Limits: validity of the socket URL',
  why: 'A session URL is accepted once and for a limited time. A second connection with it is refused.',
  fix: 'Switch reconnection of the Socket.IO client off, and call the session creation endpoint before every connection.',
  async run(lab) {
    await lab.cut()
    if (!(await lab.isReady())) return didNotReconnect
    const urls = lab.relay.sessions.map(({ auth }) => auth)
    const repeated = urls.length - new Set(urls).size
    if (repeated > 0) return fail(`${repeated} of ${urls.length} connections used the URL of an earlier one.`)
    return pass(`${urls.length} connections with ${urls.length} URLs.`, lab.requests.filter(isSessionRequest).slice(-5))
  },
}

const resubscribesAfterRevoked: Check = {
  id: 'reconnect-revoked',
  title: 'Subscribes again after SYSTEM revoked',
  profiles: listeners,
  points: 5,
  section: 'Specification, Session messages: revoked',
  why: 'A user who changes the scopes of a consent ends subscriptions, while the session stays open. The program then waits for events that never come.',
  fix: 'On SYSTEM revoked, subscribe to the event again. If the call returns 401 or 403, ask the user for consent.',
  async run(lab) {
    const [eventType] = lab.session?.subscribed ?? []
    if (eventType === undefined) return fail(`No subscription that could be revoked. ${lab.describe()}`)
    const since = lab.relay.now()
    const isSubscribed = () => lab.session?.subscribed.has(eventType) ?? false
    const wasRevoked = () => lab.relay.sessions.some(({ revokedAt }) => revokedAt > since)
    // The program gets the message when consent is back, so that its first call can succeed.
    const delay = { kind: 'event-delayed', eventType: 'SYSTEM', nth: 1, delayMs: revokedDelayMs } as const
    return withFaults(lab, [delay], async () => {
      await lab.grant({ without: [eventScopes[eventType as EventType]] })
      await lab.until(() => lab.hasInjected())
      await lab.grant()
      const isRevoked = await lab.until(wasRevoked, lab.patienceMs + revokedDelayMs)
      const isBack = isRevoked && (await lab.until(isSubscribed))
      const requests = sessionRequestsSince(lab, since)
      if (!isRevoked) return fail('SYSTEM revoked did not arrive within the time.', requests)
      if (!isBack)
        return fail(`Not subscribed to ${eventType} ${seconds(lab.patienceMs)} after SYSTEM revoked.`, requests)
      return pass(`Subscribed to ${eventType} again.`, requests)
    })
  },
}

const honoursRetryAfter: Check = {
  id: 'retry-after-session',
  title: 'Waits for Retry-After when a session is refused with 429',
  profiles: listeners,
  points: 5,
  section: 'Specification, Errors: 429 TOO_MANY_REQUESTS',
  why: 'Many programs reconnect at once after a deploy. One that ignores Retry-After stays refused, and delays the others.',
  fix: 'Read Retry-After (seconds) of a 429 and call again no earlier, also where your backoff is shorter.',
  run: (lab) =>
    withFaults(lab, ['session.openUserSession', 'session.openClientSession'].map(tooManyRequests), async () => {
      const since = lab.relay.now()
      await lab.cut()
      const isBack = await lab.isReady(lab.patienceMs + retryAfterSec * 1_000)
      const requests = sessionRequestsSince(lab, since).filter(isOpening)
      const [refused, next] = requests
      if (refused === undefined) return didNotReconnect
      const waited = next === undefined ? Infinity : next.at - refused.at
      if (waited < retryAfterSec * 1_000 - toleranceMs)
        return fail(`It called again after ${seconds(waited)}; Retry-After was ${retryAfterSec} s.`, requests)
      if (!isBack) return fail(`It was refused with 429 once, and did not come back. ${lab.describe()}`, requests)
      return pass(`It called again after ${seconds(waited)}; Retry-After was ${retryAfterSec} s.`, requests)
    }),
}

const staysUnderSessionLimits: Check = {
  id: 'session-limits',
  title: `Stays under ${limits.clientSessions}, ${limits.userSessions} and ${limits.subscriptionsPerSession}`,
  profiles: listeners,
  points: 5,
  section: 'Specification, Limits: session connections and event subscriptions',
  why: `An application has ${limits.clientSessions} sessions, a user ${limits.userSessions} over all applications, a session ${limits.subscriptionsPerSession} subscriptions. What exceeds them is refused with 400, and takes slots from other programs of the user.`,
  fix: 'Keep one session per user, close the old one before you open the next, and subscribe to each event once.',
  async run(lab) {
    await lab.cut()
    await lab.isReady()
    const calls = lab.requests.filter(isSessionRequest)
    const refused = calls.filter((call) => call.status === 400 && (isOpening(call) || isOneTooMany(call, calls)))
    const open = lab.relay.sessions.filter(({ isOpen }) => isOpen).length
    if (refused.length > 0) return fail(`${refused.length} of ${calls.length} calls exceeded a limit (400).`, refused)
    return pass(`${calls.length} calls, none refused; ${open} open session.`, calls.slice(-5))
  },
}

export const sessionChecks = {
  startsSession,
  subscribesAfterConnected,
  reconnectsAfterCut,
  newUrlForEachSession,
  resubscribesAfterRevoked,
  honoursRetryAfter,
  staysUnderSessionLimits,
}

/** Sets a fault plan while `run` runs. */
export async function withFaults<T>(lab: Lab, rules: FaultRule[], run: () => Promise<T>): Promise<T> {
  const { clientId } = lab.app
  await lab.call(sandboxApi.faults.setFaults, {
    body: { seed: 1, rules: rules.map((rule) => ({ ...rule, clientId })) },
  })
  try {
    return await run()
  } finally {
    await lab.call(sandboxApi.faults.clearFaults)
  }
}

export function tooManyRequests(operation: string): FaultRule {
  return { kind: 'status', status: 429, operation, count: 1, retryAfterSec }
}

/** When a call came too early after a 429; null if it waited. */
export function earlyCall(requests: readonly SeenRequest[]): { waited: number } | null {
  const refused = requests.find(({ status, isFault }) => status === 429 && isFault)
  const next = refused && requests.find(({ at }) => at > refused.at)
  const waited = refused && next ? next.at - refused.at : Infinity
  return waited < retryAfterSec * 1_000 - toleranceMs ? { waited } : null
}

export function seconds(ms: number): string {
  return ms === Infinity ? 'never' : `${(ms / 1_000).toFixed(1)} s`
}

/** Whether as many subscriptions were made in the session before. Other calls are refused with 400 after a disconnect. */
function isOneTooMany({ at, path, query }: SeenRequest, calls: readonly SeenRequest[]): boolean {
  const sessionKey = query.get('sessionKey')
  const earlier = calls.filter(
    (call) => call.at < at && call.status === 200 && call.query.get('sessionKey') === sessionKey,
  )
  return path.includes('/subscribe/') && earlier.length >= limits.subscriptionsPerSession
}

function isSessionRequest({ path }: SeenRequest): boolean {
  return path.startsWith('/open/v1/sessions')
}

function isOpening({ path }: SeenRequest): boolean {
  return path.startsWith('/open/v1/sessions/auth')
}

function sessionRequestsSince(lab: Lab, since: number): SeenRequest[] {
  return lab.requests.filter((request) => request.at > since && isSessionRequest(request))
}
