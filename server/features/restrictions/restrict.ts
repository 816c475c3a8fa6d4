import { restriction } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { Refusal } from '../../kit/refusal.ts'
import { refusalToRelease, refusalToRestrict } from './restriction-rules.ts'
import { insertRestriction, loadTarget, removeRestriction } from './restriction-store.ts'

/** Restricts someone in the caller's own channel. What cannot be is 400, as for temporary restrictions. Gap 53. */
export const restrict = handle(restriction.restrict, async ({ caller: { channelId }, body }, { clock, db }) => {
  const now = clock.now()
  const { targetChannelId } = body
  await db.change(async (tx) => {
    const refusal = refusalToRestrict(await loadTarget(tx, channelId, targetChannelId))
    if (refusal) throw new Refusal('badInput', `targetChannelId: ${refusal}`)
    const written = { channel_id: channelId, restricted_channel_id: targetChannelId, created_at: now }
    if (!(await insertRestriction(tx, written))) throw new Refusal('badInput', 'targetChannelId: is restricted already')
  })
  return null
})

export const release = handle(restriction.release, async ({ caller: { channelId }, body }, { db }) => {
  const { targetChannelId } = body
  await db.change(async (tx) => {
    const refusal = refusalToRelease(await loadTarget(tx, channelId, targetChannelId))
    if (refusal) throw new Refusal('badInput', `targetChannelId: ${refusal}`)
    if (!(await removeRestriction(tx, channelId, targetChannelId)))
      throw new Refusal('badInput', 'targetChannelId: is not restricted')
  })
  return null
})
