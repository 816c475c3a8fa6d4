import { sql } from 'kysely'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import { hasChanged, isFound } from '../../../infra/db/results.ts'
import type { Tables } from '../../../infra/db/tables.ts'

const usable = (db: Reader, monotonicNow: number) =>
  db.selectFrom('invitation').where('expires_at', '>', monotonicNow).where('uses_left', '>', 0)

/** Deletes the invitations that cannot be used, and inserts one unless `most` others can. False when it does not. */
export async function insertInvitation(
  tx: Tx,
  invitation: Tables['invitation'],
  { monotonicNow, most }: { monotonicNow: number; most: number },
): Promise<boolean> {
  await sql`lock table invitation in share row exclusive mode`.execute(tx)
  await tx
    .deleteFrom('invitation')
    .where((of) => of.or([of('expires_at', '<=', monotonicNow), of('uses_left', '=', 0)]))
    .execute()
  const { count } = await usable(tx, monotonicNow)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= most) return false
  await tx.insertInto('invitation').values(invitation).execute()
  return true
}

/** The invitations that can be used, newest first. */
export function findInvitations(db: Reader, monotonicNow: number) {
  return usable(db, monotonicNow)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select(['id', 'uses_left', 'created_at', 'expires_at'])
    .execute()
}

export function isInvitationUsable(db: Reader, hash: Buffer, monotonicNow: number): Promise<boolean> {
  return usable(db, monotonicNow).where('token_hash', '=', hash).select('id').$call(isFound)
}

/** Takes one use of an invitation. False when it cannot be used. */
export function takeInvitation(tx: Tx, hash: Buffer, monotonicNow: number): Promise<boolean> {
  return tx
    .updateTable('invitation')
    .set({ uses_left: sql`uses_left - 1` })
    .where('token_hash', '=', hash)
    .where('expires_at', '>', monotonicNow)
    .where('uses_left', '>', 0)
    .$call(hasChanged)
}

/** False when there is no such invitation. */
export function deleteInvitation(tx: Tx, id: string): Promise<boolean> {
  return tx.deleteFrom('invitation').where('id', '=', id).$call(hasChanged)
}
