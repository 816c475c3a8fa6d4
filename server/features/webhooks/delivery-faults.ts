import type { FaultKind } from '@onair/contract'
import { recordFault } from '../../shared/record-fault.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { postponeDeliveries, type DueDelivery } from './delivery-store.ts'

/** A notification that waits for the next one of its application is sent after this time if there is none. */
const maxReorderMs = 300_000
/** Further notifications keep their order. */
const maxHeld = 10_000
const staleMs = 15 * 60_000

type FaultDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'faults' | 'recorder'>
export type FaultyDelivery = DueDelivery & { fault: FaultKind | null }

/** Injects the faults of the plan into the deliveries of one worker. */
export class DeliveryFaults {
  readonly #deps: FaultDeps
  readonly #heldByApp = new Map<string, string[]>()
  #heldCount = 0

  constructor(deps: FaultDeps) {
    this.#deps = deps
  }

  /** The locked deliveries that are to be attempted now, with their faults. The others are postponed. */
  async apply(tx: Tx, due: readonly DueDelivery[], now: number): Promise<FaultyDelivery[]> {
    if (this.#deps.faults.plan === null) return due.map((delivery) => ({ ...delivery, fault: null }))
    const attempted: FaultyDelivery[] = []
    const postponed: { id: string; until: number }[] = []
    for (const delivery of due) {
      const rule = this.#decide(delivery, now)
      if (rule?.kind === 'webhook-delayed') postponed.push({ id: delivery.id, until: now + (rule.delayMs ?? 0) })
      else if (rule?.kind === 'webhook-reordered' && this.#hold(delivery))
        postponed.push({ id: delivery.id, until: now + maxReorderMs })
      else attempted.push({ ...delivery, fault: rule?.kind ?? null })
    }
    if (postponed.length > 0) await postponeDeliveries(tx, postponed)
    return attempted
  }

  /** Makes the notifications due that waited for one of this application. Call it after that was sent. */
  async release(clientId: string): Promise<void> {
    const held = this.#heldByApp.get(clientId)
    if (held === undefined) return
    this.#heldByApp.delete(clientId)
    this.#heldCount -= held.length
    const until = this.#deps.clock.now()
    await this.#deps.db.transaction((tx) =>
      postponeDeliveries(
        tx,
        held.map((id) => ({ id, until })),
      ),
    )
  }

  #decide({ id: deliveryId, clientId, eventType, url, retryNo }: DueDelivery, now: number) {
    const { config, faults, recorder } = this.#deps
    const isLastAttempt = retryNo >= config.webhookRetrySec.length
    const rule =
      faults.plan?.decide({ target: 'webhook', clientId, eventType, url, deliveryId, isLastAttempt }, now) ?? null
    if (rule !== null) recordFault({ clientId, deliveryId }, rule.kind, { recorder })
    return rule
  }

  #hold({ id, clientId }: DueDelivery): boolean {
    if (this.#heldCount >= maxHeld) return false
    this.#heldByApp.set(clientId, [...(this.#heldByApp.get(clientId) ?? []), id])
    this.#heldCount += 1
    return true
  }
}

/** The secret and the time to sign an attempt with. */
export function faultySigning(fault: FaultKind | null, secret: string, now: number) {
  return {
    secret: fault === 'webhook-wrong-signature' ? `not ${secret}` : secret,
    signedAt: fault === 'webhook-old-timestamp' ? now - staleMs : now,
  }
}
