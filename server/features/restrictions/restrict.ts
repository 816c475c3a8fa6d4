import { restriction } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../world/world.ts'
import { refusalToRelease, refusalToRestrict } from './restriction-rules.ts'
import { insertRestriction, loadTarget, removeRestriction } from './restriction-store.ts'

/** Restricts someone in the caller's own channel. What cannot be is 400, as for temporary restrictions. Gap 53. */
export const restrict = handle(restriction.restrict, async ({ caller: { channelId }, body }, world) => {
  await restrictIn(channelId, body.targetChannelId, world)
  return null
})

export const release = handle(restriction.release, async ({ caller: { channelId }, body }, world) => {
  await releaseIn(channelId, body.targetChannelId, world)
  return null
})

/** Restricts someone in a channel; its streamer says so. */
export async function restrictIn(
  channelId: string,
  targetChannelId: string,
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.change(async (tx) => {
    const refusal = refusalToRestrict(await loadTarget(tx, channelId, targetChannelId))
    if (refusal) throw new Refusal('badInput', `targetChannelId: ${refusal}`)
    const written = { channel_id: channelId, restricted_channel_id: targetChannelId, created_at: now }
    if (!(await insertRestriction(tx, written))) throw new Refusal('badInput', 'targetChannelId: is restricted already')
  })
}

export async function releaseIn(channelId: string, targetChannelId: string, { db }: Pick<World, 'db'>): Promise<void> {
  await db.change(async (tx) => {
    const refusal = refusalToRelease(await loadTarget(tx, channelId, targetChannelId))
    if (refusal) throw new Refusal('badInput', `targetChannelId: ${refusal}`)
    if (!(await removeRestriction(tx, channelId, targetChannelId)))
      throw new Refusal('badInput', 'targetChannelId: is not restricted')
  })
}
