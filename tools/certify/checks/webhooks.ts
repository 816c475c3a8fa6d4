import { sandboxApi, type FaultRule } from '@onair/contract'
import { fail, pass, type Check, type Outcome } from '../check.ts'
import { claimsPath, type Lab } from '../lab.ts'
import { earlyCall, retryAfterSec, seconds, tooManyRequests, withFaults } from './sessions.ts'

const receiver = ['receiver'] as const
const verification = 'Specification, Webhook notification: verification rules'
const retries = 'Specification, Webhook notification: response and retry rules'
const deadlineMs = 5_000
/** Longer than the deadline of the platform. */
const slowMs = 5_500
const oldMinutes = 15
/** After the first retry is due, and within what receivers accept. */
const firstRetrySec = 15
const attempts = 4

const fulfillsClaim: Check = {
  id: 'webhook-start',
  title: 'Takes a notification and marks the claim as FULFILLED',
  profiles: receiver,
  points: 10,
  section: 'Specification, Drops: fulfillment state',
  why: 'A viewer has the reward when the claim is FULFILLED. Until then they see it as requested.',
  fix: 'Answer POST at the webhook path on PORT with 2xx, give the reward, and call PUT /open/v1/drops/reward-claims.',
  async run(lab) {
    const claimId = await lab.claim()
    if (await lab.until(() => lab.fulfillments(claimId).length > 0))
      return pass('It marked the claim as FULFILLED.', lab.fulfillments(claimId))
    return fail(`It did not mark the claim as FULFILLED. ${await describeDelivery(lab, claimId)} ${lab.describe()}`)
  },
}

const answersInTime: Check = {
  id: 'webhook-in-time',
  title: 'Answers a notification in time',
  profiles: receiver,
  points: 5,
  section: retries,
  why: `The platform waits ${seconds(deadlineMs)}. A later answer counts as a failure, and the notification is sent again.`,
  fix: 'Store the claim, answer 2xx, and call other services afterwards.',
  run: (lab) =>
    withFaults(lab, [{ kind: 'delay', operation: 'drops.fulfillClaims', count: 1, delayMs: slowMs }], async () => {
      const claimId = await lab.claim()
      await lab.until(() => isTried(lab, claimId, 1), deadlineMs + lab.patienceMs)
      const delivery = await lab.findDelivery(claimId)
      if (delivery?.state === 'DELIVERED')
        return pass(`Answered while PUT /open/v1/drops/reward-claims took ${seconds(slowMs)}.`)
      const seen = `No 2xx within ${seconds(deadlineMs)}, while PUT /open/v1/drops/reward-claims took ${seconds(slowMs)}.`
      return fail(seen, lab.requestsAbout(claimId))
    }),
}

const rejectsWrongSignatures: Check = {
  id: 'webhook-signature',
  title: 'Rejects notifications with a wrong signature',
  profiles: receiver,
  points: 10,
  section: verification,
  why: 'Anyone who knows the address can send a notification. The signature is the only proof that the platform sent it.',
  fix: 'Compute HMAC-SHA256 of message id, timestamp and raw body with the client secret, compare in constant time, and answer 403 if it differs.',
  async run(lab) {
    const forgeries = {
      'webhook-wrong-signature': 'another secret',
      'webhook-changed-body': 'a changed body',
      'webhook-unsigned': 'no signature',
    } as const
    return withRetries(lab, async (send) => {
      for (const [kind, what] of Object.entries(forgeries)) {
        const status = await send(kind as keyof typeof forgeries)
        if (!isClientError(status)) return fail(`It answered ${describeStatus(status)} to a notification with ${what}.`)
      }
      return pass('It answered 4xx to another secret, a changed body and no signature.')
    })
  },
}

const rejectsOld: Check = {
  id: 'webhook-old',
  title: 'Rejects old notifications',
  profiles: receiver,
  points: 5,
  section: 'Onair, docs/webhooks.md: What a receiver does',
  why: 'The signature of a recorded notification stays valid. Its timestamp is signed, and new on each retry.',
  fix: 'Reject a timestamp that is more than a few minutes away from your clock, with 403.',
  async run(lab) {
    return withRetries(lab, async (send) => {
      const status = await send('webhook-old-timestamp')
      const seen = `It answered ${describeStatus(status)} to a valid notification of ${oldMinutes} minutes ago.`
      return isClientError(status) ? pass(seen) : fail(seen)
    })
  },
}

const isIdempotent: Check = {
  id: 'webhook-idempotent',
  title: 'Gives a reward once, however often the notification arrives',
  profiles: receiver,
  points: 10,
  section: `${retries}: repeated message identifier`,
  why: 'A notification is sent again when the answer was lost or late, up to three times, and two copies can arrive together.',
  fix: 'Store dropsClaimId in a unique column, in the transaction that gives the reward. Answer 2xx to a repeated one.',
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
          return fail(
            `It answered ${describeStatus(statusOf(delivery))} to a notification that arrived again.`,
            fulfilled,
          )
        if (fulfilled.length > 1) return fail(`It gave the reward ${fulfilled.length} times.`, fulfilled)
        return pass('It answered 2xx to three copies of a notification, and gave the reward once.', fulfilled)
      },
    ),
}

const survivesUnknownNotifications: Check = {
  id: 'webhook-unknown',
  title: 'Takes notifications with unknown fields and of unknown types',
  profiles: receiver,
  points: 5,
  section: 'Specification, Versioning: versions of webhook messages',
  why: 'Fields and event types are added. A receiver that answers 5xx to them gets each one four times, and may be disabled.',
  fix: 'Ignore fields that you do not know, and answer 2xx to an eventType that you do not know.',
  async run(lab) {
    const kinds = { 'webhook-unknown-fields': 'unknown fields', 'webhook-unknown-type': 'an unknown type' } as const
    for (const [kind, what] of Object.entries(kinds)) {
      const { status } = await sendWith(lab, kind as keyof typeof kinds)
      if (!isSuccess(status))
        return fail(`It answered ${describeStatus(status)} to a notification with ${what}. ${lab.describe()}`)
    }
    const next = await lab.claim()
    if (await lab.until(() => lab.fulfillments(next).length > 0))
      return pass('It answered 2xx to unknown fields and an unknown type, and took the next claim.')
    return fail(
      `It answered 2xx to unknown fields and an unknown type, and did not take the next claim. ${lab.describe()}`,
    )
  },
}

const honoursRetryAfter: Check = {
  id: 'retry-after-claims',
  title: 'Waits for Retry-After when a call about claims is refused with 429',
  profiles: receiver,
  points: 5,
  section: 'Specification, Errors: 429 TOO_MANY_REQUESTS',
  why: 'A campaign that ends brings many claims at once. A claim that is dropped after a 429 is never given.',
  fix: 'Read Retry-After (seconds) of a 429, and call again after that time.',
  run: (lab) =>
    withFaults(lab, [tooManyRequests('drops.fulfillClaims')], async () => {
      const claimId = await lab.claim()
      const calls = () => lab.requestsAbout(claimId)
      const isDone = await lab.until(() => lab.fulfillments(claimId).length > 0, lab.patienceMs + retryAfterSec * 1_000)
      const early = earlyCall(calls())
      if (early !== null)
        return fail(`It called again after ${seconds(early.waited)}; Retry-After was ${retryAfterSec} s.`, calls())
      if (!isDone) return fail('It did not mark the claim as FULFILLED after a 429.', calls())
      return pass(`It called again after Retry-After (${retryAfterSec} s).`, calls())
    }),
}

const reconcilesMissedClaims: Check = {
  id: 'webhook-missed',
  title: 'Finds the claims that it missed',
  profiles: receiver,
  points: 10,
  section: 'Specification, Drops: GET /open/v1/drops/reward-claims',
  why: 'A notification is sent four times within about half an hour. What happened in a longer outage is only in the list of claims.',
  fix: 'At start and then regularly, list the claims with fulfillmentState CLAIMED, and give those that you do not know.',
  async run(lab) {
    await lab.stop()
    const claimId = await lab.claim()
    for (let attempt = 1; attempt <= attempts; attempt++) {
      if (!(await lab.until(() => isTried(lab, claimId, attempt), deadlineMs))) break
      await lab.call(sandboxApi.clock.moveClock, { body: { advanceSeconds: 3_600 } })
    }
    await lab.start()
    const isFound = await lab.until(() => lab.fulfillments(claimId).length > 0, lab.startMs)
    const requests = lab.requests.filter(({ path }) => path === claimsPath).slice(-5)
    const missed = `a claim whose ${attempts} notifications it missed`
    return isFound
      ? pass(`It found ${missed}.`, requests)
      : fail(`It did not find ${missed}. ${lab.describe()}`, requests)
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

async function describeDelivery(lab: Lab, claimId: string): Promise<string> {
  const delivery = await lab.findDelivery(claimId)
  return delivery === null
    ? 'No notification was sent.'
    : `The notification is ${delivery.state} after ${delivery.attempts} attempts.`
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
  await lab.call(sandboxApi.clock.moveClock, { body: { advanceSeconds: firstRetrySec } })
  try {
    return await run()
  } finally {
    await lab.call(sandboxApi.clock.moveClock, { body: { advanceSeconds: -firstRetrySec } })
  }
}

/** The inspector has no status of a successful answer. */
function statusOf(delivery: Awaited<ReturnType<Lab['findDelivery']>>): number {
  if (delivery?.state === 'DELIVERED') return 200
  const { params } = delivery?.failure ?? { params: {} }
  return 'status' in params ? Number(params.status) : 0
}

function describeStatus(status: number): string {
  return status === 0 ? 'nothing' : isSuccess(status) ? '2xx' : `${status}`
}

function isClientError(status: number): boolean {
  return status >= 400 && status < 500
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}
