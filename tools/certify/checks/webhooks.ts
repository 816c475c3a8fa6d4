import { createHmac, randomUUID } from 'node:crypto'
import { sandboxApi } from '@onair/contract'
import { fail, pass, type Check } from '../check.ts'
import { claimsPath, type Lab } from '../lab.ts'
import { earlyCall, retryAfterSec, seconds, tooManyRequests, withFaults } from './sessions.ts'

const receiver = ['receiver'] as const
const verification = 'Specification, Webhook notification: verification rules'
const retries = 'Specification, Webhook notification: response and retry rules'
const deadlineMs = 5_000
/** Longer than the deadline of the platform. */
const slowMs = 5_500
const oldMs = 10 * 60_000
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
      'another secret': createNotification(lab, { secret: 'another secret' }),
      'a changed body': { ...createNotification(lab, {}), body: createNotification(lab, {}).body },
      'no signature': withoutSignature(createNotification(lab, {})),
    }
    for (const [what, forgery] of Object.entries(forgeries)) {
      const status = await post(lab, forgery)
      if (!isClientError(status)) return fail(`It answered ${status} to a notification with ${what}.`)
    }
    return pass('It answered 4xx to another secret, a changed body and no signature.')
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
    const status = await post(lab, createNotification(lab, { ageMs: oldMs }))
    const seen = `It answered ${status} to a valid notification of 10 minutes ago.`
    return isClientError(status) ? pass(seen) : fail(seen)
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
  async run(lab) {
    const claimId = await lab.claim()
    await lab.until(() => lab.fulfillments(claimId).length > 0)
    const messageId = randomUUID()
    const statuses = [await post(lab, createNotification(lab, { claimId, messageId }))]
    const again = createNotification(lab, { claimId, messageId, retry: 1 })
    statuses.push(...(await Promise.all([post(lab, again), post(lab, again)])))
    await lab.settle()
    const fulfilled = lab.fulfillments(claimId)
    if (statuses.some((status) => !isSuccess(status)))
      return fail(`It answered ${statuses.join(', ')} to notifications about a claim that it knows.`, fulfilled)
    if (fulfilled.length > 1) return fail(`It gave the reward ${fulfilled.length} times.`, fulfilled)
    return pass(`It answered ${statuses.join(', ')}, and gave the reward once.`, fulfilled)
  },
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
    const claimId = await lab.claim()
    const statuses = [
      await post(lab, createNotification(lab, { claimId, extra: { futureField: { items: [1] } } })),
      await post(lab, createNotification(lab, { eventType: 'future_event' })),
    ]
    const [fields, type] = statuses
    if (statuses.some((status) => !isSuccess(status)))
      return fail(`It answered ${fields} to unknown fields and ${type} to an unknown type. ${lab.describe()}`)
    const next = await lab.claim()
    if (await lab.until(() => lab.fulfillments(next).length > 0))
      return pass(`It answered ${fields} and ${type}, and took the next claim.`)
    return fail(`It answered ${fields} and ${type}, and did not take the next claim. ${lab.describe()}`)
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

async function describeDelivery(lab: Lab, claimId: string): Promise<string> {
  const delivery = await lab.findDelivery(claimId)
  return delivery === null
    ? 'No notification was sent.'
    : `The notification is ${delivery.state} after ${delivery.attempts} attempts.`
}

type SignedRequest = { headers: Record<string, string>; body: string }
type NotificationOptions = {
  claimId?: string
  messageId?: string
  secret?: string
  ageMs?: number
  retry?: number
  eventType?: string
  extra?: object
}

/** A notification as the platform sends it, or as an attacker or a later version may. */
function createNotification(lab: Lab, options: NotificationOptions): SignedRequest {
  const { claimId = randomUUID(), messageId = randomUUID(), secret = lab.app.clientSecret, ageMs = 0 } = options
  const { retry, eventType = 'drop_reward_claim', extra = {} } = options
  const sentAt = Date.now() - ageMs
  const timestamp = new Date(sentAt).toISOString()
  const data = {
    dropsClaimId: claimId,
    channelId: lab.viewerChannelId,
    dropsRewardId: randomUUID(),
    dropsCampaignId: randomUUID(),
    dropsCategoryId: 'talk',
    dropsCategoryName: 'talk',
    dropsClaimDate: timestamp.replace(/\.\d+/, ''),
    ...extra,
  }
  const event = { eventTimeMillis: sentAt, version: '1', eventType, data, ...extra }
  const body = JSON.stringify({
    message: { messageId, version: '1', event, ...extra },
    subscription: {
      clientId: lab.app.clientId,
      status: 'ENABLED',
      method: { methodType: 'WEBHOOK', url: lab.webhookUrl },
      ...extra,
    },
    ...extra,
  })
  const signature = createHmac('sha256', secret)
    .update(messageId + timestamp + body)
    .digest('hex')
  const values = { Id: messageId, Timestamp: timestamp, Signature: `sha256=${signature}`, Type: 'notification' }
  const headers = {
    ...values,
    'Data-Type': eventType,
    Version: '1',
    'Data-Version': '1',
    ...(retry && { Retry: `${retry}` }),
  }
  const names = Object.entries(headers).map(([name, value]) => [`${lab.headerPrefix}Event-Message-${name}`, value])
  return { headers: { 'content-type': 'application/json', ...Object.fromEntries(names) }, body }
}

function withoutSignature({ headers, body }: SignedRequest): SignedRequest {
  const kept = Object.entries(headers).filter(([name]) => !name.endsWith('-Signature'))
  return { headers: Object.fromEntries(kept), body }
}

/** The status of the answer; 0 without one. */
async function post(lab: Lab, { headers, body }: SignedRequest): Promise<number> {
  const signal = AbortSignal.timeout(deadlineMs)
  return fetch(lab.webhookUrl, { method: 'POST', headers, body, signal, redirect: 'manual' }).then(
    async (response) => {
      await response.body?.cancel()
      return response.status
    },
    () => 0,
  )
}

function isClientError(status: number): boolean {
  return status >= 400 && status < 500
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}
