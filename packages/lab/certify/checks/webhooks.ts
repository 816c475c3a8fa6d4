import { limits, type FaultRule } from '@onair/contract'
import { fail, pass, type Check, type Outcome } from '../check.ts'
import { claimsPath, type Lab } from '../lab.ts'
import type { Forgery, NewVersion, Seen } from '../locales/texts.ts'
import { seen } from '../seen.ts'
import { earlyCall, retryAfterSec, tooManyRequests, withFaults } from './sessions.ts'

const receiver = ['receiver'] as const
const deadlineMs = limits.webhookDeadlineMs
/** Longer than the deadline of the platform. */
const slowMs = 5_500
const oldMinutes = 15
/** After the first retry is due, and within what receivers accept. */
const firstRetrySec = 15
const attempts = limits.webhookRetries + 1
/** After any retry is due. */
const retriesSec = 3_600

const fulfillsClaim: Check = {
  id: 'webhook-start',
  profiles: receiver,
  points: 10,
  async run(lab) {
    const claimId = await lab.claim()
    if (await lab.until(() => lab.fulfillments(claimId).length > 0))
      return pass(seen('FULFILLED'), lab.fulfillments(claimId))
    return fail([seen('NOT_FULFILLED'), await describeDelivery(lab, claimId), ...lab.describe()])
  },
}

const answersInTime: Check = {
  id: 'webhook-in-time',
  profiles: receiver,
  points: 5,
  run: (lab) =>
    withFaults(lab, [{ kind: 'delay', operation: 'drops.fulfillClaims', count: 1, delayMs: slowMs }], async () => {
      const claimId = await lab.claim()
      await lab.until(() => isTried(lab, claimId, 1), deadlineMs + lab.patienceMs)
      const delivery = await lab.findDelivery(claimId)
      if (delivery?.state === 'DELIVERED') return pass(seen('IN_TIME', { delayMs: slowMs }))
      return fail(seen('LATE', { deadlineMs, delayMs: slowMs }), lab.requestsAbout(claimId))
    }),
}

const rejectsWrongSignatures: Check = {
  id: 'webhook-signature',
  profiles: receiver,
  points: 10,
  async run(lab) {
    const forgeries: Forgery[] = ['webhook-wrong-signature', 'webhook-changed-body', 'webhook-unsigned']
    return withRetries(lab, async (send) => {
      for (const fault of forgeries) {
        const status = await send(fault)
        if (!isClientError(status)) return fail(seen('FORGERY_TAKEN', { status, fault }))
      }
      return pass(seen('FORGERIES_REJECTED'))
    })
  },
}

const rejectsOld: Check = {
  id: 'webhook-old',
  profiles: receiver,
  points: 5,
  async run(lab) {
    return withRetries(lab, async (send) => {
      const status = await send('webhook-old-timestamp')
      const answer = seen('OLD_ANSWER', { status, minutes: oldMinutes })
      return isClientError(status) ? pass(answer) : fail(answer)
    })
  },
}

const isIdempotent: Check = {
  id: 'webhook-idempotent',
  profiles: receiver,
  points: 10,
  run: (lab) =>
    withFaults(
      lab,
      [
        { kind: 'webhook-doubled', nth: 2 },
        { kind: 'webhook-retried', nth: 1 },
      ],
      async () => {
        const claimId = await lab.claim()
        await lab.until(() => isTried(lab, claimId, 1), deadlineMs + lab.patienceMs)
        await lab.until(() => lab.fulfillments(claimId).length > 0)
        await withMovedClock(lab, () => lab.until(() => isDelivered(lab, claimId), deadlineMs + lab.patienceMs))
        await lab.settle()
        const fulfilled = lab.fulfillments(claimId)
        const delivery = await lab.findDelivery(claimId)
        if (delivery?.state !== 'DELIVERED')
          return fail(seen('REPEATED_REFUSED', { status: statusOf(delivery) }), fulfilled)
        if (fulfilled.length > 1) return fail(seen('GAVE_REPEATEDLY', { count: fulfilled.length }), fulfilled)
        return pass(seen('GAVE_ONCE'), fulfilled)
      },
    ),
}

const survivesUnknownNotifications: Check = {
  id: 'webhook-unknown',
  profiles: receiver,
  points: 5,
  async run(lab) {
    const versions: NewVersion[] = ['webhook-unknown-fields', 'webhook-unknown-type']
    for (const fault of versions) {
      const { status } = await sendWith(lab, fault)
      if (!isSuccess(status)) return fail([seen('VERSION_REFUSED', { status, fault }), ...lab.describe()])
    }
    const next = await lab.claim()
    if (await lab.until(() => lab.fulfillments(next).length > 0)) return pass(seen('VERSIONS_TAKEN'))
    return fail([seen('VERSIONS_BROKE_IT'), ...lab.describe()])
  },
}

const honoursRetryAfter: Check = {
  id: 'retry-after-claims',
  profiles: receiver,
  points: 5,
  run: (lab) =>
    withFaults(lab, [tooManyRequests('drops.fulfillClaims')], async () => {
      const claimId = await lab.claim()
      const calls = () => lab.requestsAbout(claimId)
      const isDone = await lab.until(() => lab.fulfillments(claimId).length > 0, lab.patienceMs + retryAfterSec * 1_000)
      const early = earlyCall(calls())
      if (early !== null) return fail(seen('CALLED_EARLY', early), calls())
      if (!isDone) return fail(seen('NOT_FULFILLED_AFTER_429'), calls())
      return pass(seen('FULFILLED_AFTER_429', { retryAfterSec }), calls())
    }),
}

const reconcilesMissedClaims: Check = {
  id: 'webhook-missed',
  profiles: receiver,
  points: 10,
  /** The notifications do not arrive, because the program does not run or because the fault plan loses them. */
  async run(lab) {
    await lab.stop()
    const claimId = await withFaults(lab, [{ kind: 'webhook-lost' }], () => missClaim(lab))
    await lab.start()
    const withinMs = lab.startsProgram ? lab.startMs : lab.reconcileMs
    const isFound = await lab.until(() => lab.fulfillments(claimId).length > 0, withinMs)
    const requests = lab.requests.filter(({ path }) => path === claimsPath).slice(-5)
    return isFound
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

/** Whether this many attempts have ended. */
async function isTried(lab: Lab, claimId: string, count: number): Promise<boolean> {
  const delivery = await lab.findDelivery(claimId)
  if (delivery === null || delivery.attempts < count) return false
  return delivery.state !== 'WAITING' || delivery.failure !== null
}

async function isDelivered(lab: Lab, claimId: string): Promise<boolean> {
  return (await lab.findDelivery(claimId))?.state === 'DELIVERED'
}

/** Makes a claim, and lets all attempts of its notification fail. */
async function missClaim(lab: Lab): Promise<string> {
  const claimId = await lab.claim()
  try {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      if (!(await lab.until(() => isTried(lab, claimId, attempt), deadlineMs))) break
      await lab.moveClock(retriesSec)
    }
  } finally {
    await lab.moveClockBack()
  }
  return claimId
}

async function describeDelivery(lab: Lab, claimId: string): Promise<Seen> {
  const delivery = await lab.findDelivery(claimId)
  return delivery === null
    ? seen('NOT_NOTIFIED')
    : seen('NOTIFICATION', { state: delivery.state, attempts: delivery.attempts })
}

type Send = (kind: FaultRule['kind']) => Promise<number>

/** Sends forged notifications. The true ones follow as retries, so that no later check gets them. */
async function withRetries(lab: Lab, run: (send: Send) => Promise<Outcome>): Promise<Outcome> {
  const claimIds: string[] = []
  const outcome = await run(async (kind) => {
    const { claimId, status } = await sendWith(lab, kind)
    claimIds.push(claimId)
    return status
  })
  const areDelivered = async () =>
    (await Promise.all(claimIds.map((claimId) => isDelivered(lab, claimId)))).every(Boolean)
  await withMovedClock(lab, () => lab.until(areDelivered))
  return outcome
}

/** Makes a claim whose notification has this fault. Status 0: no answer to the first attempt. */
async function sendWith(lab: Lab, kind: FaultRule['kind']): Promise<{ claimId: string; status: number }> {
  return withFaults(lab, [{ kind }], async () => {
    const claimId = await lab.claim()
    await lab.until(() => isTried(lab, claimId, 1), deadlineMs + lab.patienceMs)
    return { claimId, status: statusOf(await lab.findDelivery(claimId)) }
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
function statusOf(delivery: Awaited<ReturnType<Lab['findDelivery']>>): number {
  if (delivery?.state === 'DELIVERED') return 200
  const { params } = delivery?.failure ?? { params: {} }
  return 'status' in params ? Number(params.status) : 0
}

function isClientError(status: number): boolean {
  return status >= 400 && status < 500
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}
