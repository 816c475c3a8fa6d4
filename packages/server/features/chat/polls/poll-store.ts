import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import { isFound } from '../../../infra/db/results.ts'
import type { Tables } from '../../../infra/db/tables.ts'

/** Stores a poll in place of one that has ended. False: one is open. */
export async function insertPoll(tx: Tx, poll: Tables['poll']): Promise<boolean> {
  await tx
    .deleteFrom('poll')
    .where('channel_id', '=', poll.channel_id)
    .where('ends_at', '<=', poll.created_at)
    .execute()
  return tx
    .insertInto('poll')
    .values(poll)
    .onConflict((conflict) => conflict.column('channel_id').doNothing())
    .returning('id')
    .$call(isFound)
}

/** Ends an open poll. False: no such one is open. */
export function updatePollEnd(tx: Tx, channelId: string, pollId: string, now: number): Promise<boolean> {
  return tx
    .updateTable('poll')
    .set({ ends_at: now })
    .where('id', '=', pollId)
    .where('channel_id', '=', channelId)
    .where('ends_at', '>', now)
    .returning('id')
    .$call(isFound)
}

/** Deletes a poll. False: there is none. */
export function deletePollOf(tx: Tx, channelId: string, pollId: string): Promise<boolean> {
  return tx
    .deleteFrom('poll')
    .where('id', '=', pollId)
    .where('channel_id', '=', channelId)
    .returning('id')
    .$call(isFound)
}

type Vote = { channelId: string; pollId: string; voterChannelId: string; option: number; now: number }

/**
 * Counts a vote, if the poll is open and the person has not voted: two votes of one person at a time are one, and none is
 * counted after the end. The lock on the poll orders the votes of all people.
 */
export async function insertVote(
  tx: Tx,
  { channelId, pollId, voterChannelId, option, now }: Vote,
): Promise<'COUNTED' | 'NOT_OPEN' | 'ALREADY_VOTED'> {
  const open = await tx
    .selectFrom('poll')
    .select('id')
    .where('id', '=', pollId)
    .where('channel_id', '=', channelId)
    .where('ends_at', '>', now)
    .where(sql<number>`cardinality(options)`, '>', option)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (open === undefined) return 'NOT_OPEN'
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('poll_vote')
    .values({ poll_id: pollId, voter_channel_id: voterChannelId, option })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return 'ALREADY_VOTED'
  await sql`update poll set votes[${option + 1}::int] = votes[${option + 1}::int] + 1 where id = ${pollId}`.execute(tx)
  return 'COUNTED'
}
