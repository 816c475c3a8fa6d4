import { limits } from '@onair/contract'
import { fail, pass, type Check } from '../check.ts'
import { claimsPath } from '../claims.ts'
import type { Lab } from '../lab.ts'
import type { Forgery, NewVersion, Seen } from '../locales/texts.ts'
import type { PlayedClaim } from '../played-claim.ts'
import { seen } from '../seen.ts'
import {
  areDelivered,
  areTried,
  deadlineMs,
  isClientError,
  isSuccess,
  receivers,
  sendWith,
  withRetries,
} from './deliveries.ts'
import { duplicateCheckIds } from './duplicates.ts'
import { withFaults } from './faults.ts'
import { earlyCall, retryAfterSec, tooManyRequests } from './retry-after.ts'

/** Longer than the deadline of the platform. */
const slowMs = 5_500
const oldMinutes = 15
const attempts = limits.webhookRetries + 1
/** Time after which any retry is due. */
const retriesSec = 3_600

const fulfillsClaim: Check = {
  id: 'webhook-start',
  profiles: receivers,
  points: 10,
  async run(lab) {
    const claims = await lab.claims.play('webhook-start')
    if (await lab.until(() => lab.claims.areFulfilled(claims)))
      return pass(seen('FULFILLED'), lab.claims.fulfillments(claims))
    return fail([seen('NOT_FULFILLED'), await describeDelivery(lab, claims), ...lab.describe()])
  },
}

const answersInTime: Check = {
  id: 'webhook-in-time',
  profiles: receivers,
  points: 5,
  async run(lab) {
    const count = lab.claims.people
    return withFaults(lab, [{ kind: 'delay', operation: 'drops.fulfillClaims', count, delayMs: slowMs }], async () => {
      const claims = await lab.claims.play('webhook-in-time')
      await lab.until(() => areTried(lab, claims, 1), deadlineMs + lab.patienceMs)
      if (await areDelivered(lab, claims)) return pass(seen('IN_TIME', { delayMs: slowMs }))
      return fail(seen('LATE', { deadlineMs, delayMs: slowMs }), lab.claims.requestsAbout(claims))
    })
  },
}

const rejectsWrongSignatures: Check = {
  id: 'webhook-signature',
  profiles: receivers,
  points: 10,
  async run(lab) {
    const forgeries: Forgery[] = ['webhook-wrong-signature', 'webhook-changed-body', 'webhook-unsigned']
    return withRetries(lab, 'webhook-signature', async (send) => {
      for (const fault of forgeries) {
        const status = (await send(fault)).find((answered) => !isClientError(answered))
        if (status !== undefined) return fail(seen('FORGERY_TAKEN', { status, fault }))
      }
      return pass(seen('FORGERIES_REJECTED'))
    })
  },
}

const rejectsOld: Check = {
  id: 'webhook-old',
  profiles: receivers,
  points: 5,
  async run(lab) {
    return withRetries(lab, 'webhook-old', async (send) => {
      const statuses = await send('webhook-old-timestamp')
      const wrong = statuses.find((status) => !isClientError(status))
      const answer = seen('OLD_ANSWER', { status: wrong ?? statuses[0] ?? 0, minutes: oldMinutes })
      return wrong === undefined ? pass(answer) : fail(answer)
    })
  },
}

const verifiesRawBody: Check = {
  id: 'webhook-raw-body',
  profiles: receivers,
  points: 10,
  run: (lab) =>
    withRetries(lab, 'webhook-raw-body', async (send) => {
      const status = (await send('webhook-reformatted')).find((answered) => !isSuccess(answered))
      if (status !== undefined) return fail([seen('REFORMATTED_REFUSED', { status }), ...lab.describe()])
      return pass(seen('REFORMATTED_TAKEN'))
    }),
}

const survivesUnknownNotifications: Check = {
  id: 'webhook-unknown',
  profiles: receivers,
  points: 5,
  explainedBy: { 'webhook-raw-body': 'any' },
  async run(lab) {
    const versions: NewVersion[] = ['webhook-unknown-fields', 'webhook-unknown-type']
    for (const fault of versions) {
      const { statuses } = await sendWith(lab, 'webhook-unknown', fault)
      const status = statuses.find((answered) => !isSuccess(answered))
      if (status !== undefined) return fail([seen('VERSION_REFUSED', { status, fault }), ...lab.describe()])
    }
    const next = await lab.claims.play('webhook-unknown')
    if (await lab.until(() => lab.claims.areFulfilled(next))) return pass(seen('VERSIONS_TAKEN'))
    return fail([seen('VERSIONS_BROKE_IT'), ...lab.describe()])
  },
}

const honoursRetryAfter: Check = {
  id: 'retry-after-claims',
  profiles: receivers,
  points: 5,
  // A second reward of a claim is a second call about it.
  explainedBy: Object.fromEntries(duplicateCheckIds.map((id) => [id, ['CALLED_EARLY'] as const])),
  run: (lab) =>
    withFaults(lab, [tooManyRequests('drops.fulfillClaims')], async () => {
      const claims = await lab.claims.play('retry-after-claims')
      const calls = () => lab.claims.requestsAbout(claims)
      const isDone = await lab.until(() => lab.claims.areFulfilled(claims), lab.patienceMs + retryAfterSec * 1_000)
      // Calls about other claims need not wait.
      const [early] = claims.flatMap((claim) => earlyCall(lab.claims.requestsAbout([claim])) ?? [])
      if (early !== undefined) return fail(seen('CALLED_EARLY', early), calls())
      if (!isDone) return fail(seen('NOT_FULFILLED_AFTER_429'), calls())
      return pass(seen('FULFILLED_AFTER_429', { retryAfterSec }), calls())
    }),
}

const reconcilesMissedClaims: Check = {
  id: 'webhook-missed',
  profiles: receivers,
  points: 10,
  /** The notifications do not arrive, because the program does not run or because the fault plan loses them. */
  async run(lab) {
    await lab.stop()
    const claims = await withFaults(lab, [{ kind: 'webhook-lost' }], () => missClaims(lab))
    await lab.start()
    const withinMs = lab.startsProgram ? lab.startMs : lab.reconcileMs
    const areFound = await lab.until(() => lab.claims.areFulfilled(claims), withinMs)
    const requests = lab.requests.filter(({ path }) => path === claimsPath).slice(-5)
    return areFound
      ? pass(seen('MISSED_FOUND', { attempts }), requests)
      : fail([seen('MISSED_NOT_FOUND', { attempts, withinMs }), ...lab.describe()], requests)
  },
}

export const webhookChecks = {
  fulfillsClaim,
  answersInTime,
  rejectsWrongSignatures,
  rejectsOld,
  verifiesRawBody,
  survivesUnknownNotifications,
  honoursRetryAfter,
  reconcilesMissedClaims,
}

/** Plays claims, and lets all attempts of their notifications fail. */
async function missClaims(lab: Lab): Promise<PlayedClaim[]> {
  const claims = await lab.claims.play('webhook-missed')
  try {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      if (!(await lab.until(() => areTried(lab, claims, attempt), deadlineMs))) break
      await lab.moveClock(retriesSec)
    }
  } finally {
    await lab.moveClockBack()
  }
  return claims
}

/** The notification of the first claim that is not fulfilled. */
async function describeDelivery(lab: Lab, claims: readonly PlayedClaim[]): Promise<Seen> {
  const [delivery] = await lab.claims.findDeliveries(claims.filter((claim) => !lab.claims.areFulfilled([claim])))
  if (delivery === undefined || delivery === null) return seen('NOT_NOTIFIED')
  return seen('NOTIFICATION', { state: delivery.state, attempts: delivery.attempts })
}
