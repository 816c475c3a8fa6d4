import { fail, notApplicable, pass, type Check, type Outcome } from '../check.ts'
import type { Delivery } from '../claims.ts'
import type { Lab } from '../lab.ts'
import type { Seen } from '../locales/texts.ts'
import type { PlayedClaim } from '../played-claim.ts'
import { seen } from '../seen.ts'
import { areDelivered, areTried, deadlineMs, receivers, statusOf, withMovedClock } from './deliveries.ts'
import { withFaults } from './faults.ts'

/** Claims of one person at a time whose notifications come twice: a race is not lost every time. */
const concurrentRounds = 4
const notGiven = ['NOT_FULFILLED'] as const

const isIdempotent: Check = {
  id: 'webhook-idempotent',
  profiles: receivers,
  points: 10,
  explainedBy: { 'webhook-start': notGiven },
  async run(lab) {
    const isTried = (claims: readonly PlayedClaim[]) => areTried(lab, claims, 1)
    // The responses to the first attempts are lost. The retries come when the rewards were given.
    const claims = await withFaults(lab, [{ kind: 'webhook-retried' }], async () => {
      const played = await lab.claims.play('webhook-idempotent')
      await lab.until(() => isTried(played), deadlineMs + lab.patienceMs)
      await lab.until(() => lab.claims.areFulfilled(played))
      return played
    })
    await withMovedClock(lab, () => lab.until(() => areDelivered(lab, claims), deadlineMs + lab.patienceMs))
    return judgeRepeated(lab, claims, await lab.claims.findDeliveries(claims), seen('GAVE_ONCE'))
  },
}

const isIdempotentToConcurrent: Check = {
  id: 'webhook-concurrent',
  profiles: receivers,
  points: 10,
  explainedBy: { 'webhook-start': notGiven, 'webhook-idempotent': 'any' },
  run: (lab) =>
    withFaults(lab, [{ kind: 'webhook-doubled' }], async () => {
      const claims: PlayedClaim[] = []
      for (let round = 0; round < (lab.claims.people === 1 ? concurrentRounds : 1); round++) {
        const played = await lab.claims.play('webhook-concurrent')
        await lab.until(() => areTried(lab, played, 1), deadlineMs + lab.patienceMs)
        await lab.until(() => lab.claims.areFulfilled(played))
        claims.push(...played)
      }
      return judgeRepeated(lab, claims, await lab.claims.findDeliveries(claims), seen('GAVE_CONCURRENT_ONCE'))
    }),
}

const isIdempotentToResends: Check = {
  id: 'webhook-resent',
  profiles: receivers,
  points: 10,
  explainedBy: { 'webhook-start': notGiven, 'webhook-idempotent': 'any' },
  async run(lab) {
    const claims = await lab.claims.play('webhook-resent')
    await lab.until(() => areTried(lab, claims, 1), deadlineMs + lab.patienceMs)
    await lab.until(() => lab.claims.areFulfilled(claims))
    const deliveries = await lab.claims.findDeliveries(claims)
    const resends = await lab.claims.resend(deliveries.flatMap((delivery) => delivery?.deliveryId ?? []))
    if (resends === null) return notApplicable(seen('NO_OWNER'))
    const areTaken = async () =>
      (await lab.claims.findResends(resends)).every((delivery) => delivery?.state === 'DELIVERED')
    await lab.until(areTaken, deadlineMs + lab.patienceMs)
    return judgeRepeated(lab, claims, await lab.claims.findResends(resends), seen('GAVE_RESENT_ONCE'))
  },
}

export const duplicateCheckIds = ['webhook-idempotent', 'webhook-concurrent', 'webhook-resent'] as const
export const duplicateChecks = { isIdempotent, isIdempotentToConcurrent, isIdempotentToResends }

/** Judges claims whose notifications arrived more than once. */
async function judgeRepeated(
  lab: Lab,
  claims: readonly PlayedClaim[],
  deliveries: readonly (Delivery | null)[],
  success: Seen,
): Promise<Outcome> {
  await lab.settle()
  const fulfilled = lab.claims.fulfillments(claims)
  const refused = deliveries.find((delivery) => delivery?.state !== 'DELIVERED')
  if (refused !== undefined) return fail(seen('REPEATED_REFUSED', { status: statusOf(refused) }), fulfilled)
  if (!lab.claims.areFulfilled(claims)) return fail(seen('NOT_FULFILLED'), fulfilled)
  const count = await lab.claims.countGiven(claims)
  if (count > 1) return fail(seen('GAVE_REPEATEDLY', { count }), fulfilled)
  return pass(success, fulfilled)
}
