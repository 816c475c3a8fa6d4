import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import type { Tables } from '../../../infra/db/tables.ts'

export type DueCut = { id: number; channelId: string; wasLive: boolean; sealed: Buffer; attempts: number; cut: number }

/** Keeps the stream key of a channel for the calls that cut its encoder. A channel without a key has no encoder. */
export async function insertEncoderCut(
  tx: Tx,
  { channelId, wasLive, now }: { channelId: string; wasLive: boolean; now: number },
): Promise<void> {
  await sql`insert into encoder_cut (channel_id, was_live, sealed, created_at, next_attempt_at)
    select channel_id, ${wasLive}, sealed, ${now}, ${now} from stream_key where channel_id = ${channelId}`.execute(tx)
}

/** Starts an attempt for the jobs that are due, up to `limit`: other workers leave them alone until the next is due. */
export async function leaseDueCuts(
  tx: Tx,
  { now, limit, nextAt }: { now: number; limit: number; nextAt: (attempts: number) => number },
): Promise<DueCut[]> {
  const rows = await tx
    .selectFrom('encoder_cut')
    .select(['id', 'channel_id as channelId', 'was_live as wasLive', 'sealed', 'attempts', 'cut'])
    .where('ended_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const due: DueCut[] = []
  for (const { sealed, ...row } of rows) {
    if (sealed === null) continue
    const attempts = row.attempts + 1
    await tx
      .updateTable('encoder_cut')
      .set({ attempts, next_attempt_at: nextAt(attempts) })
      .where('id', '=', row.id)
      .execute()
    due.push({ ...row, sealed, attempts })
  }
  return due
}

export async function deleteEncoderCut(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('encoder_cut').where('id', '=', id).execute()
}

export async function updateEncoderCut(
  tx: Tx,
  id: number,
  state: Partial<Pick<Tables['encoder_cut'], 'failure' | 'ended_at' | 'sealed'>> & { cut?: number },
): Promise<void> {
  await tx.updateTable('encoder_cut').set(state).where('id', '=', id).execute()
}

export async function deleteCutsEndedBefore(tx: Tx, endedBefore: number): Promise<void> {
  await tx.deleteFrom('encoder_cut').where('ended_at', '<=', endedBefore).execute()
}
