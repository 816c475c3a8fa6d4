import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'

/** Returns the ids of the people whose account is suspended or deleted. */
export async function findEndedPeople(db: Reader, channelIds: readonly string[]): Promise<Set<string>> {
  if (channelIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('channel')
    .select('id')
    .where('ended_at', 'is not', null)
    .where('id', '=', sql<string>`any(${channelIds}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
