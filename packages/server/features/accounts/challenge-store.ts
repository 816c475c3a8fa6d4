import type { Tx } from '../../infra/db/db.ts'
import type { UsedChallenge } from '../../infra/db/tables.ts'

/** Takes a challenge. False when it was taken before. Of two requests one gets it. */
export async function takeChallenge(tx: Tx, challenge: UsedChallenge): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_challenge')
    .values(challenge)
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes up to `limit` challenges that have expired and returns their number. */
export async function deleteExpiredChallenges(tx: Tx, monotonicNow: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('used_challenge')
    .where('challenge_hash', 'in', (expired) =>
      expired
        .selectFrom('used_challenge')
        .select('challenge_hash')
        .where('expires_at', '<=', monotonicNow)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
