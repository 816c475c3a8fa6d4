import { fail, notApplicable, pass, type Check, type Outcome } from '../check.ts'
import type { Lab } from '../lab.ts'
import { seen } from '../seen.ts'
import type { SeenRequest } from '../seen-request.ts'
import { withFaults } from './faults.ts'
import { didNotReconnect } from './session-requests.ts'

const listeners = ['bot', 'overlay'] as const
const concurrentMessages = 3
/** Rounds in which the bot answers several messages at the same time. */
const maxRounds = 5

const storesRefreshToken: Check = {
  id: 'refresh-again',
  profiles: listeners,
  points: 10,
  explainedBy: { 'reconnect-cut': 'any' },
  async run(lab) {
    const first = await expireToken(lab, 1)
    // Whether it refreshes, and once, is judged by refresh-once.
    if (!hasRefreshed(first) || !first.works) return notApplicable(seen('DID_NOT_REFRESH'))
    const second = await expireToken(lab, 1)
    const refused = second.refreshes.find(({ status }) => status !== 200)
    const requests = [...first.refreshes, ...second.refreshes]
    if (refused !== undefined && !second.refreshes.some(({ status }) => status === 200))
      return fail(seen('REFRESH_TOKEN_REUSED', { status: refused.status }), requests)
    if (second.works) return pass(seen('REFRESHED_AGAIN'), requests)
    return fail([seen('NOT_REFRESHED_AGAIN'), ...lab.describe()], [...requests, ...second.requests.slice(-5)])
  },
}

const refreshesOnce: Check = {
  id: 'refresh-once',
  profiles: listeners,
  points: 10,
  explainedBy: { 'reconnect-cut': 'any' },
  async run(lab) {
    let outcome: Outcome | null = null
    for (let round = 1; ; round++) {
      const expiry = await expireToken(lab, concurrentMessages)
      // A refresh of a later round that is refused is judged by refresh-again.
      if (outcome !== null && expiry.refreshes.length === 1 && !hasRefreshed(expiry)) return outcome
      outcome = judgeExpiry(lab, expiry)
      // Where only one call met the expired token, the program did not have to coordinate its calls.
      const hadToWait = expiry.requests.filter(({ status }) => status === 401).length > 1
      if (outcome.verdict !== 'pass' || lab.profile === 'overlay' || hadToWait || round === maxRounds) return outcome
    }
  },
}

export const refreshChecks = { storesRefreshToken, refreshesOnce }

/** The requests since a token expired, the refreshes among them, and whether the program then did its task. */
type Expiry = { requests: SeenRequest[]; refreshes: SeenRequest[]; works: boolean }

/** The first token that is used expires, for all calls. A bot has this many messages to answer. */
function expireToken(lab: Lab, messages: number): Promise<Expiry> {
  return withFaults(lab, [{ kind: 'token-expired', count: 1 }], async () => {
    const since = lab.traffic.now()
    const texts = Array.from({ length: messages }, () => lab.nextText())
    const isOverlay = lab.profile === 'overlay'
    if (isOverlay) await lab.cut()
    else await Promise.all(texts.map((text) => lab.chat(lab.probeMessage(text))))
    const isDone = () => (isOverlay ? lab.session !== null : texts.every((text) => lab.repliesTo(text).length > 0))
    const works = await lab.until(() => isDone() || lab.hasEnded() !== null).then(isDone)
    await lab.settle()
    const requests = lab.requests.filter(({ at }) => at > since)
    return { requests, refreshes: requests.filter(({ path }) => path === '/auth/v1/token'), works }
  })
}

function hasRefreshed({ refreshes }: Expiry): boolean {
  return refreshes.at(-1)?.status === 200
}

function judgeExpiry(lab: Lab, { requests, refreshes, works }: Expiry): Outcome {
  if (lab.profile === 'overlay' && requests.length === 0 && lab.hasEnded() === null) return didNotReconnect
  if (refreshes.length > 1) return fail(seen('REFRESHED_REPEATEDLY', { count: refreshes.length }), refreshes)
  const [refresh] = refreshes
  if (refresh === undefined) return fail(seen('NOT_REFRESHED'), lab.requests.slice(-5))
  if (refresh.status !== 200) return fail(seen('REFRESH_REFUSED', { status: refresh.status }), refreshes)
  if (works) return pass(seen('REFRESHED_ONCE'), refreshes)
  return fail([seen('CALLS_NOT_REPEATED'), ...lab.describe()], [...refreshes, ...lab.requests.slice(-5)])
}
