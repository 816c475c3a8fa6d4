import type { FaultRule } from '@onair/contract'
import { fail, pass, type Check } from '../check.ts'
import type { Lab } from '../lab.ts'
import { seen } from '../seen.ts'
import type { SeenRequest } from '../seen-request.ts'
import { withFaults } from './faults.ts'
import { didNotReconnect, isOpening, openingOperations, sessionRequestsSince } from './session-requests.ts'

/** Time in which attempts are counted. */
const windowMs = 2_000
/** Attempts in that time. Waits that begin with 20 ms and double lead to fewer. */
const maxAttempts = 10
/** The wait that follows the last attempt in that time, with a backoff that doubles. */
const nextWaitMs = 2 * windowMs

/** The platform answers 500 (which has no Retry-After), and then cuts each connection before SYSTEM connected. */
const outages: readonly (readonly FaultRule[])[] = [
  openingOperations.map((operation) => ({ kind: 'status', status: 500, operation })),
  [{ kind: 'socket-cut', eventType: 'SYSTEM' }],
]

const backsOff: Check = {
  id: 'backoff',
  profiles: ['bot', 'overlay'],
  points: 10,
  explainedBy: { 'reconnect-cut': 'any' },
  async run(lab) {
    let most = 0
    for (const rules of outages) {
      const { count, requests } = await withFaults(lab, rules, () => countAttempts(lab))
      if (count === 0 && lab.hasEnded() === null) return didNotReconnect
      // Calls that fail without a pause are not let go on: they would use up the quota of the checks that follow.
      if (count > maxAttempts) return fail(seen('NO_BACKOFF', { count, withinMs: windowMs }), requests)
      if (!(await lab.isReady(lab.patienceMs + nextWaitMs)))
        return fail([seen('NOT_BACK_AFTER_OUTAGE'), ...lab.describe()], requests)
      most = Math.max(most, count)
    }
    return pass(seen('BACKED_OFF', { count: most, withinMs: windowMs }))
  },
}

export const backoffChecks = { backsOff }

/** Ends the session, and counts how often the program tries to open the next one, by HTTP or with a URL. */
async function countAttempts(lab: Lab): Promise<{ count: number; requests: SeenRequest[] }> {
  const since = lab.traffic.now()
  const sessions = lab.traffic.sessions.length
  const requests = () => sessionRequestsSince(lab, since).filter(isOpening)
  const count = () => Math.max(requests().length, lab.traffic.sessions.length - sessions)
  await lab.cut()
  await lab.until(() => count() > 0 || lab.hasEnded() !== null)
  await lab.until(() => count() > maxAttempts || lab.hasEnded() !== null, windowMs)
  return { count: count(), requests: requests() }
}
