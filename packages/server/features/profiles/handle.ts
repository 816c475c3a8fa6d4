import { limits } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import { plainSkeletonOf } from '../../shared/naming/skeleton.ts'
import { errorReason, invalidField, Refusal } from '../../shared/refusal.ts'
import { handleKeptMs, refusalOfHandle } from './handle-rules.ts'
import { findChannelOfHandle, findHandlesOf, lockHandles, releaseHandle, takeHandle } from './profile-store.ts'

const keptMs = handleKeptMs(limits.handleKeptDays)

/** The channel to which a handle leads, or null. */
export async function findHandle(handle: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<string | null> {
  const found = await findChannelOfHandle(db.read, plainSkeletonOf(handle), clock.now() - keptMs)
  return found?.channelId ?? null
}

/**
 * Gives a channel a handle. The one before leads to the channel for 30 days, and only the channel can take it again until
 * then. Within that time it takes no third one, so that nobody holds many names.
 */
export async function changeHandle(
  { channelId, handle, siteName }: { channelId: string; handle: string; siteName: string },
  { clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>,
): Promise<void> {
  const refusal = refusalOfHandle(handle, [siteName, ...config.officialNames])
  if (refusal) throw invalidField('handle', refusal)
  const now = clock.now()
  const releasedAfter = now - keptMs
  const skeleton = plainSkeletonOf(handle)
  await db.transaction(async (tx) => {
    await lockHandles(tx)
    const own = await findHandlesOf(tx, channelId, releasedAfter)
    const former = own.find(({ releasedAt }) => releasedAt !== null)
    if (former !== undefined && !own.some((one) => one.skeleton === skeleton)) {
      const days = Math.ceil(((former.releasedAt ?? now) - releasedAfter) / 86_400_000)
      throw new Refusal('badInput', { ...errorReason('HANDLE_CHANGED', { days }), field: 'handle' })
    }
    await releaseHandle(tx, channelId, { now, releasedAfter })
    if (!(await takeHandle(tx, { skeleton, handle, channelId, releasedAfter })))
      throw invalidField('handle', errorReason('HANDLE_TAKEN', { handle }))
    await recordAudit(tx, now, { action: 'handle.changed', channelId, detail: { handle } })
  })
}
