import { recordAudit } from '../../shared/audit-store.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { queueEncoderCut } from './encoder-cuts/queue-encoder-cut.ts'
import { endLive } from './go-offline.ts'
import { replaceStreamKey, type StreamKeyDeps } from './stream-key.ts'

/** Ends a live for the people who run the site, and replaces the stream key: the encoder is cut and cannot come back. */
export async function endLiveByModerator(channelId: string, deps: StreamKeyDeps & Pick<Deps, 'config'>): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx, publish) => {
    const liveId = await endLive(tx, publish, channelId, now)
    if (liveId === null) throw new Refusal('notFound', 'NOT_LIVE')
    await queueEncoderCut(tx, publish, { channelId, wasLive: true, now }, deps)
    await replaceStreamKey(tx, channelId, now, deps)
    await recordAudit(tx, now, { action: 'live.ended_by_moderator', channelId, detail: { liveId } })
  })
}
