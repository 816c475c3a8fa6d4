import type { DeadlineKind } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '@onair/server/infra/db/db.ts'

export type Deadline = { kind: DeadlineKind; at: number; name: string; count: number }

/**
 * The next deadlines, the soonest first: up to `limit` of each kind, those of one minute and name as one. Lifetimes of
 * credentials are in monotonic time; their dates follow from the two times.
 */
export async function findDeadlines(
  db: Reader,
  { now, monotonicNow, limit }: { now: number; monotonicNow: number; limit: number },
): Promise<Deadline[]> {
  const lead = now - monotonicNow
  const next = (kind: DeadlineKind, rows: ReturnType<typeof sql>) => sql`(
    select ${kind}::text as kind, min(at)::bigint as at, name, count(*)::int as count
    from (select at, name from (${rows}) as found where at > ${now}::bigint order by at limit 1000) as soonest
    group by name, at / 60000 order by 2, 3 limit ${limit})`
  const ofGrant = sql`
    join user_grant on user_grant.id = grant_id join app on app.client_id = user_grant.client_id
    join channel on channel.id = user_grant.channel_id`
  const kinds = [
    next(
      'ACCESS_TOKEN',
      sql`
      select expires_at + ${lead}::bigint as at, app.name || ' · ' || channel.name as name from access_token ${ofGrant}`,
    ),
    next(
      'REFRESH_TOKEN',
      sql`
      select expires_at + ${lead}::bigint as at, app.name || ' · ' || channel.name as name from refresh_token ${ofGrant}
      where used_at is null`,
    ),
    next(
      'CLIENT_SECRET',
      sql`
      select expires_at + ${lead}::bigint as at, app.name from app_secret join app using (client_id)`,
    ),
    next('CAMPAIGN_START', sql`select starts_at as at, title as name from campaign where not is_draft`),
    next('CAMPAIGN_END', sql`select ends_at as at, title as name from campaign where not is_draft`),
    next(
      'WEBHOOK_RETRY',
      sql`
      select next_attempt_at as at, app.name from webhook_delivery join app using (client_id)
      where ended_at is null`,
    ),
  ]
  const { rows } = await sql<Deadline>`${sql.join(kinds, sql` union all `)} order by at, kind, name`.execute(db)
  return rows
}
