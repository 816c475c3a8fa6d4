import { limits, type FaultRule } from '@onair/contract'
import { fail, pass, type Check, type Outcome } from '../check.ts'
import { claimsPath, type Delivery } from '../claims.ts'
import type { Lab } from '../lab.ts'
import type { CheckId, Forgery, NewVersion, Seen } from '../locales/texts.ts'
import type { PlayedClaim } from '../played-claim.ts'
import { seen } from '../seen.ts'
import { earlyCall, retryAfterSec, tooManyRequests, withFaults } from './sessions.ts'

const receivers = ['receiver', 'drops'] as const
const deadlineMs = limits.webhookDeadlineMs
/** Longer than the deadline of the platform. */
const slowMs = 5_500
const oldMinutes = 15
/** Time after which the first retry is due, within what receivers accept. */
const firstRetrySec = 15
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

const isIdempotent: Check = {
  id: 'webhook-idempotent',
  profiles: receivers,
  points: 10,
  async run(lab) {
    const count = lab.claims.people
    // The first attempt of each notification is retried, and the retry comes twice.
    const rules: FaultRule[] = [
      { kind: 'webhook-doubled', nth: count + 1, count },
      { kind: 'webhook-retried', nth: 1, count },
    ]
    return withFaults(lab, rules, async () => {
      const claims = await lab.claims.play('webhook-idempotent')
      await lab.until(() => areTried(lab, claims, 1), deadlineMs + lab.patienceMs)
      await lab.until(() => lab.claims.areFulfilled(claims))
      await withMovedClock(lab, () => lab.until(() => areDelivered(lab, claims), deadlineMs + lab.patienceMs))
      return judgeRepeated(lab, claims, await lab.claims.findDeliveries(claims), seen('GAVE_ONCE'))
    })
  },
}

const survivesUnknownNotifications: Check = {
  id: 'webhook-unknown',
  profiles: receivers,
  points: 5,
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
  isIdempotent,
  survivesUnknownNotifications,
  honoursRetryAfter,
  reconcilesMissedClaims,
}

/** Judges claims whose notifications arrived more than once. */
export async function judgeRepeated(
  lab: Lab,
  claims: readonly PlayedClaim[],
  deliveries: readonly (Delivery | null)[],
  success: Seen,
): Promise<Outcome> {
  await lab.settle()
  const fulfilled = lab.claims.fulfillments(claims)
  const refused = deliveries.find((delivery) => delivery?.state !== 'DELIVERED')
  if (refused !== undefined) return fail(seen('REPEATED_REFUSED', { status: statusOf(refused) }), fulfilled)
  const count = await lab.claims.countGiven(claims)
  if (count > 1) return fail(seen('GAVE_REPEATEDLY', { count }), fulfilled)
  return pass(success, fulfilled)
}

/** Whether this many attempts of each notification have ended. */
export async function areTried(lab: Lab, claims: readonly PlayedClaim[], count: number): Promise<boolean> {
  const deliveries = await lab.claims.findDeliveries(claims)
  return deliveries.every(
    (delivery) =>
      delivery !== null && delivery.attempts >= count && (delivery.state !== 'WAITING' || delivery.failure !== null),
  )
}

export async function areDelivered(lab: Lab, claims: readonly PlayedClaim[]): Promise<boolean> {
  const deliveries = await lab.claims.findDeliveries(claims)
  return deliveries.every((delivery) => delivery?.state === 'DELIVERED')
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

type Send = (kind: FaultRule['kind']) => Promise<number[]>

/** Sends forged notifications. The true ones follow as retries, so that no later check gets them. */
async function withRetries(lab: Lab, checkId: CheckId, run: (send: Send) => Promise<Outcome>): Promise<Outcome> {
  const sent: PlayedClaim[] = []
  const outcome = await run(async (kind) => {
    const { claims, statuses } = await sendWith(lab, checkId, kind)
    sent.push(...claims)
    return statuses
  })
  await withMovedClock(lab, () => lab.until(() => areDelivered(lab, sent)))
  return outcome
}

/** Plays claims whose notifications have this fault. Status 0: no answer to the first attempt. */
async function sendWith(
  lab: Lab,
  checkId: CheckId,
  kind: FaultRule['kind'],
): Promise<{ claims: PlayedClaim[]; statuses: number[] }> {
  return withFaults(lab, [{ kind }], async () => {
    const claims = await lab.claims.play(checkId)
    await lab.until(() => areTried(lab, claims, 1), deadlineMs + lab.patienceMs)
    const deliveries = await lab.claims.findDeliveries(claims)
    return { claims, statuses: deliveries.map(statusOf) }
  })
}

/** Makes the first retries due. Receivers compare timestamps with their own clock. */
async function withMovedClock<T>(lab: Lab, run: () => Promise<T>): Promise<T> {
  await lab.moveClock(firstRetrySec)
  try {
    return await run()
  } finally {
    await lab.moveClock(-firstRetrySec)
  }
}

/** The inspector has no status of a successful answer. */
function statusOf(delivery: Delivery | null): number {
  if (delivery?.state === 'DELIVERED') return 200
  const { params } = delivery?.failure ?? { params: {} }
  return 'status' in params ? Number(params.status) : 0
}

function isClientError(status: number): boolean {
  return status >= 400 && status < 500
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
