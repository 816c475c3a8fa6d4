import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'

/** A page starts `skip` members after the first member at or after `position`, in the order of the list. */
export type PageStart = { position: number; skip: number }
type AudienceList = { channelId: string; list: 'followers' | 'subscribers'; month: number; order: 'newest' | 'oldest' }

/** How many positions one counted range covers, as powers of two. The migration has the same numbers. */
const spans = { small: 9, large: 18, all: 63 } as const

/**
 * The number of members in a list (of one `month`, or of all if 0), and where the page after the first
 * `offset` members starts; null past the end. Reads a few hundred counted ranges, however long the list is.
 */
export async function findPageStart(
  db: Reader,
  { channelId, list, month, order }: AudienceList,
  offset: number,
): Promise<{ total: number; start: PageStart | null }> {
  const direction = sql.raw(order === 'newest' ? 'desc' : 'asc')
  const ranges = sql`
    select bucket, members, (sum(members) over (order by bucket ${direction}) - members)::bigint as before
    from audience_tally
    where channel_id = ${channelId} and list = ${list} and month = ${month} and members > 0`
  const { rows } = await sql<{ total: number; bucket: number | null; before: number | null }>`
    with large as (
      select bucket, before from (${ranges} and span = ${spans.large}) ranges
      where before <= ${offset}::bigint and ${offset}::bigint < before + members
    ), small as (
      select ranges.bucket, large.before + ranges.before as before
      from large, lateral (${ranges} and span = ${spans.small}
        and bucket >= large.bucket << ${spans.large - spans.small}
        and bucket < (large.bucket + 1) << ${spans.large - spans.small}) ranges
      where large.before + ranges.before <= ${offset}::bigint
        and ${offset}::bigint < large.before + ranges.before + members
    )
    select members as total, small.bucket, small.before
    from audience_tally left join small on true
    where channel_id = ${channelId} and list = ${list} and month = ${month} and span = ${spans.all} and audience_tally.bucket = 0
  `.execute(db)
  const [row] = rows
  if (row === undefined) return { total: 0, start: null }
  if (row.bucket === null || row.before === null) return { total: row.total, start: null }
  const first = row.bucket * 2 ** spans.small
  const position = order === 'newest' ? first + 2 ** spans.small - 1 : first
  return { total: row.total, start: { position, skip: offset - row.before } }
}

/** How many subscribers have each month count, most months first. */
export function listMonthCounts(db: Reader, channelId: string): Promise<{ month: number; members: number }[]> {
  return db
    .selectFrom('audience_tally')
    .select(['month', 'members'])
    .where('channel_id', '=', channelId)
    .where('list', '=', 'subscribers')
    .where('month', '>', 0)
    .where('members', '>', 0)
    .where('span', '=', spans.all)
    .orderBy('month', 'desc')
    .execute()
}
