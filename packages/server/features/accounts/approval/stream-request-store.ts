import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import { hasChanged } from '../../../infra/db/results.ts'

/** Replaces the request before, also one that was declined. False when the person may stream. */
export async function putStreamRequest(
  tx: Tx,
  { channelId, text, now }: { channelId: string; text: string; now: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into stream_request (channel_id, text, created_at)
    select channel_id, ${text}, ${now} from account where channel_id = ${channelId} and not may_stream
    on conflict (channel_id) do update set
      text = excluded.text, created_at = excluded.created_at, declined_at = null, answer = null`.execute(tx)
  return numAffectedRows === 1n
}

/** False when no such request waits. */
export function deleteWaitingStreamRequest(tx: Tx, channelId: string): Promise<boolean> {
  return tx
    .deleteFrom('stream_request')
    .where('channel_id', '=', channelId)
    .where('declined_at', 'is', null)
    .$call(hasChanged)
}

/** False when no such request waits. */
export function declineStreamRequest(
  tx: Tx,
  { channelId, answer, now }: { channelId: string; answer: string; now: number },
): Promise<boolean> {
  return tx
    .updateTable('stream_request')
    .set({ declined_at: now, answer })
    .where('channel_id', '=', channelId)
    .where('declined_at', 'is', null)
    .$call(hasChanged)
}

export async function deleteStreamRequestsOf(tx: Tx, channelIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('stream_request').where('channel_id', 'in', channelIds).execute()
}
