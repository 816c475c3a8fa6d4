import { restriction } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { inField, Refusal } from '../../kit/refusal.ts'
import { standingChanged } from '../../kit/signals.ts'
import type { World } from '../../world/world.ts'
import { mustKeepOrder } from '../chat/keep-order.ts'
import { refusalToRelease, refusalToRestrict } from './restriction-rules.ts'
import { insertRestriction, loadTarget, removeRestriction } from './restriction-store.ts'

/** Restricts someone in the caller's own channel. What cannot be is 400, as for temporary restrictions. Gap 53. */
export const restrict = handle(restriction.restrict, async ({ caller: { channelId }, body }, world) => {
  await restrictIn({ channelId, targetChannelId: body.targetChannelId, by: channelId }, world)
  return null
})

export const release = handle(restriction.release, async ({ caller: { channelId }, body }, world) => {
  await releaseIn({ channelId, targetChannelId: body.targetChannelId, by: channelId }, world)
  return null
})

type Keeping = { channelId: string; targetChannelId: string; by: string }

/** Restricts someone in a channel; somebody who keeps order there says so. Gap 130. */
export async function restrictIn(
  { channelId, targetChannelId, by }: Keeping,
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.change(async (tx, tell) => {
    await mustKeepOrder(tx, channelId, by)
    const refusal = refusalToRestrict(await loadTarget(tx, channelId, targetChannelId))
    if (refusal) throw new Refusal('badInput', inField('targetChannelId', refusal))
    const written = { channel_id: channelId, restricted_channel_id: targetChannelId, created_at: now }
    if (!(await insertRestriction(tx, written)))
      throw new Refusal('badInput', inField('targetChannelId', 'RESTRICTED_ALREADY'))
    tell(standingChanged(channelId, targetChannelId))
  })
}

export async function releaseIn({ channelId, targetChannelId, by }: Keeping, { db }: Pick<World, 'db'>): Promise<void> {
  await db.change(async (tx, tell) => {
    await mustKeepOrder(tx, channelId, by)
    const refusal = refusalToRelease(await loadTarget(tx, channelId, targetChannelId))
    if (refusal) throw new Refusal('badInput', inField('targetChannelId', refusal))
    if (!(await removeRestriction(tx, channelId, targetChannelId)))
      throw new Refusal('badInput', inField('targetChannelId', 'NOT_RESTRICTED'))
    tell(standingChanged(channelId, targetChannelId))
  })
}
