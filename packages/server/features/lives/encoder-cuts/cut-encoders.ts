import { unseal } from '../../../shared/secrets.ts'
import type { Deps } from '../../../infra/deps.ts'
import { streamKeySeal } from '../stream-key.ts'
import { nextCutAt, stateAfterCut, type CutResult } from './encoder-cut-rules.ts'
import { deleteEncoderCut, leaseDueCuts, updateEncoderCut, type DueCut } from './encoder-cut-store.ts'

/** Starts the attempts that are due. */
export function leaseEncoderCuts(limit: number, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<DueCut[]> {
  const now = clock.now()
  return db.transaction((tx) => leaseDueCuts(tx, { now, limit, nextAt: (attempts) => nextCutAt(attempts, now) }))
}

/** The stream key of an encoder that is to be cut. Null when it was sealed with a key that is gone. */
export function streamKeyOf({ channelId, sealed }: DueCut, { programKey }: Pick<Deps, 'programKey'>): string | null {
  try {
    return unseal(sealed, streamKeySeal(channelId), programKey)
  } catch {
    return null
  }
}

/** Stores the result of an attempt. A job that is done is deleted, and one without further attempts stays for its operator. */
export async function recordEncoderCut(
  due: DueCut,
  result: CutResult,
  { clock, db, log, metrics }: Pick<Deps, 'clock' | 'db' | 'log' | 'metrics'>,
): Promise<void> {
  const { id, channelId, attempts } = due
  const failure = 'failure' in result ? result.failure : null
  const cut = due.cut + ('cut' in result ? result.cut : 0)
  const state = stateAfterCut({ ...due, cut }, result)
  if (failure !== null) log.warn({ channelId, attempts, error: failure }, 'encoder.cut_failed')
  if (state === 'exhausted') {
    log.error({ channelId, attempts, error: failure ?? 'no media server had the encoder' }, 'encoder.not_cut')
    metrics.encoderCutAttempted('exhausted')
  } else if (failure !== null) metrics.encoderCutAttempted('failed')
  else if (cut > due.cut) metrics.encoderCutAttempted('cut')
  await db.transaction(async (tx) => {
    if (state === 'done') await deleteEncoderCut(tx, id)
    else if (state === 'waiting') await updateEncoderCut(tx, id, { cut, failure })
    else await updateEncoderCut(tx, id, { cut, failure, ended_at: clock.now(), sealed: null })
  })
}
