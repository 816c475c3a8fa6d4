import { badField, because, inField, Refusal } from '../../kit/refusal.ts'
import { deliveriesTopic, signal } from '../../kit/signals.ts'
import type { World } from '../../world/world.ts'
import { findNamed, findSince, insertRepeats, type Repeatable } from './again-store.ts'
import { lockSubscription } from './subscription-store.ts'

export const repeatedAtOnce = 1_000

export type WhatAgain = {
  deliveryIds?: readonly string[] | undefined
  /** Ms since 1970. */
  since?: number | undefined
  which?: 'MISSED' | 'ALL' | undefined
  next?: string | undefined
}
export type SentAgain = { data: { deliveryId: string; againOf: string }[]; next: string | null }

/**
 * Notes events again for an application, each as a message of its own with a new id: a message is sent four times at
 * the most, whoever asks. Receivers know the event by its claim.
 */
export async function sendAgain(
  clientId: string,
  asked: WhatAgain,
  { clock, db, random, recorder }: Pick<World, 'clock' | 'db' | 'random' | 'recorder'>,
): Promise<SentAgain> {
  const now = clock.now()
  const again = await db.change(async (tx, tell) => {
    // Who asks for the same at once waits, and then sees what was sent again.
    if (!(await lockSubscription(tx, clientId))) throw new Refusal('badInput', 'NO_WEBHOOK_TO_SEND_TO')
    const found = await findAsked(clientId, asked, tx)
    const repeats = found.slice(0, repeatedAtOnce).map(({ id }) => ({ id: random.uuid(), of: id }))
    if (repeats.length > 0) {
      await insertRepeats(tx, repeats, now)
      tell(signal(deliveriesTopic, {}))
    }
    const last = found.length > repeatedAtOnce ? found[repeatedAtOnce - 1] : undefined
    return {
      data: repeats.map(({ id, of }) => ({ deliveryId: id, againOf: of })),
      next: last === undefined ? null : String(last.position),
    }
  })
  if (recorder.keeps(clientId))
    for (const { deliveryId } of again.data)
      recorder.add({ kind: 'delivery', name: 'drop_reward_claim', clientId, deliveryId })
  return again
}

function findAsked(
  clientId: string,
  { deliveryIds, since, which = 'MISSED', next = '0' }: WhatAgain,
  db: Parameters<typeof findNamed>[0],
): Promise<Repeatable[]> {
  if ((deliveryIds === undefined) === (since === undefined)) throw badField('deliveryIds', 'WHICH_NOTIFICATIONS')
  if (deliveryIds !== undefined) return findEnded(clientId, deliveryIds, db)
  if (!/^\d{1,15}$/.test(next)) throw badField('next', 'NOT_FROM_AN_ANSWER')
  return findSince(db, clientId, {
    since: since ?? 0,
    after: Number(next),
    isMissed: which === 'MISSED',
    limit: repeatedAtOnce + 1,
  })
}

async function findEnded(clientId: string, deliveryIds: readonly string[], db: Parameters<typeof findNamed>[0]) {
  const found = await findNamed(db, clientId, deliveryIds)
  const foundIds = new Set(found.map(({ id }) => id))
  for (const id of deliveryIds)
    if (!foundIds.has(id.toLowerCase()))
      throw new Refusal('notFound', inField('deliveryIds', because('NO_SUCH_NOTIFICATION', { deliveryId: id })))
  const waiting = found.find(({ state }) => state === 'WAITING')
  if (waiting) throw badField('deliveryIds', because('NOTIFICATION_WAITS', { deliveryId: waiting.id }))
  return found
}
