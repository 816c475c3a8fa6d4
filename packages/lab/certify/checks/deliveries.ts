import { limits, type FaultRule } from '@onair/contract'
import type { Outcome } from '../check.ts'
import type { Delivery } from '../claims.ts'
import type { Lab } from '../lab.ts'
import type { CheckId } from '../locales/texts.ts'
import type { PlayedClaim } from '../played-claim.ts'
import { withFaults } from './faults.ts'

export const receivers = ['receiver', 'drops'] as const
export const deadlineMs = limits.webhookDeadlineMs
/** Time after which the first retry is due, within what receivers accept. */
const firstRetrySec = 15

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

type Send = (kind: FaultRule['kind']) => Promise<number[]>

/** Sends notifications with faults. Those that are refused follow as true retries, so that no later check gets them. */
export async function withRetries(lab: Lab, checkId: CheckId, run: (send: Send) => Promise<Outcome>): Promise<Outcome> {
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
export async function sendWith(
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
export async function withMovedClock<T>(lab: Lab, run: () => Promise<T>): Promise<T> {
  await lab.moveClock(firstRetrySec)
  try {
    return await run()
  } finally {
    await lab.moveClock(-firstRetrySec)
  }
}

/** The inspector has no status of a successful answer. */
export function statusOf(delivery: Delivery | null): number {
  if (delivery?.state === 'DELIVERED') return 200
  const { params } = delivery?.failure ?? { params: {} }
  return 'status' in params ? Number(params.status) : 0
}

export function isClientError(status: number): boolean {
  return status >= 400 && status < 500
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
