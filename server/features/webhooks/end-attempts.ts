import { causes } from '@onair/contract'
import type { World } from '../../world/world.ts'
import type { Answer, Failure } from '../../world/outgoing.ts'
import type { Attempt } from './begin-attempts.ts'
import { lockLapsed, markEnded, type Ended, type Lapsed } from './delivery-store.ts'
import { outcomeOf, stepAfter } from './delivery-rules.ts'
import { markFailing, markWorking } from './health-store.ts'

type EndsWith = Pick<World, 'clock' | 'config' | 'db' | 'random'>

/** How an attempt ended, ready to be written down. */
export function endOf(attempt: Attempt, result: Answer | Failure, world: EndsWith): Ended {
  const { deliveryId, clientId, lease, resendNo } = attempt
  const whole = 'failed' in result ? null : result
  return {
    ...endedNow({ deliveryId, clientId, lease, resendNo }, outcomeOf(result), world),
    tookMs: Math.round(result.tookMs),
    status: result.status ?? null,
    headers: whole && JSON.stringify(whole.headers),
    body: whole && whole.body,
    truncated: whole && whole.truncated,
  }
}

export type Recorded = {
  /** The deliveries whose end was written down; the others were no longer held by who would have written. */
  deliveryIds: ReadonlySet<string>
  /** The applications whose webhook became DISABLED. */
  disabled: string[]
}

/** Writes down how attempts ended, and what that says of their endpoints. */
export async function recordEnds(ended: readonly Ended[], world: EndsWith): Promise<Recorded> {
  const now = world.clock.now()
  return world.db.change(async (tx) => {
    const deliveryIds = await markEnded(tx, ended)
    const recorded = ended.filter(({ deliveryId }) => deliveryIds.has(deliveryId))
    const all = new Set(recorded.map(({ clientId }) => clientId))
    const working = new Set(recorded.filter(({ outcome }) => outcome === 'DELIVERED').map(({ clientId }) => clientId))
    const failing = [...all].filter((clientId) => !working.has(clientId))
    await markWorking(tx, [...working])
    return { deliveryIds, disabled: await markFailing(tx, failing, now, world.config) }
  })
}

const recoveredAtOnce = 500

/**
 * Ends the attempts of takers that are gone. Whether they were sent nobody knows, so they count as made, and the next
 * resend has the next number. Answers how many there were.
 */
export async function recoverLapsed(world: EndsWith): Promise<number> {
  return world.db.change(async (tx) => {
    const lapsed = await lockLapsed(tx, recoveredAtOnce)
    if (lapsed.length === 0) return 0
    const outcome = {
      outcome: 'UNKNOWN',
      reason: causes.SENDER_ENDED,
    } as const
    const nothing = { tookMs: null, status: null, headers: null, body: null, truncated: null }
    await markEnded(
      tx,
      lapsed.map((one) => ({ ...endedNow(one, outcome, world), ...nothing })),
    )
    return lapsed.length
  })
}

function endedNow(one: Lapsed, ended: ReturnType<typeof outcomeOf>, { clock, config, random }: EndsWith) {
  const now = clock.now()
  const chance = random.bytes(4).readUInt32BE() / 0xffff_ffff
  const step = stepAfter(
    { outcome: ended.outcome, resendNo: one.resendNo },
    { now, resendSec: config.webhookResendSec, chance },
  )
  return { ...one, ...ended, ...step, endedAt: now }
}
