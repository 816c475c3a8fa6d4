import { deadlineKinds, limits, type DeadlineKind } from '@onair/contract'
import { sql } from 'kysely'
import { lastUsedAt } from '@onair/server/features/apps/idle-app-store.ts'
import { appIdleMs } from '@onair/server/features/apps/idle-apps.ts'
import { platformAppPrefix } from '@onair/server/features/apps/platform-app.ts'
import type { Reader } from '@onair/server/infra/db/db.ts'

export type Deadline = { kind: DeadlineKind; at: number; name: string; count: number }
export type DeadlineCounts = Record<DeadlineKind, number>
type Times = { now: number; monotonicNow: number }

export const noDeadlines = Object.fromEntries(deadlineKinds.map((kind) => [kind, 0])) as DeadlineCounts

/** The next deadlines, the soonest first: up to `limit` of each kind, those of one minute and name as one. */
export async function findDeadlines(db: Reader, { limit, ...times }: Times & { limit: number }): Promise<Deadline[]> {
  const next = ([kind, rows]: DeadlineSource) => sql`(
    select ${kind}::text as kind, min(at)::bigint as at, name, count(*)::int as count
    from (select at, name from (${rows}) as found where at > ${times.now}::bigint order by at limit 1000) as soonest
    group by name, at / 60000 order by 2, 3 limit ${limit})`
  const kinds = sourcesOf(times).map(next)
  const { rows } = await sql<Deadline>`${sql.join(kinds, sql` union all `)} order by at, kind, name`.execute(db)
  return rows
}

/** How many deadlines of each kind are after now, and `advanceMs` later at the latest. */
export async function countDeadlines(
  db: Reader,
  { advanceMs, ...times }: Times & { advanceMs: number },
): Promise<DeadlineCounts> {
  const { now } = times
  const counts = sourcesOf(times).map(
    ([kind, rows]) => sql`
      select ${kind}::text as kind, count(*)::int as count
      from (${rows}) as found where at > ${now}::bigint and at <= ${now + advanceMs}::bigint`,
  )
  const { rows } = await sql<{ kind: DeadlineKind; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return { ...noDeadlines, ...Object.fromEntries(rows.map(({ kind, count }) => [kind, count])) }
}

/** A kind, and a query of the dates and names of all its deadlines. */
type DeadlineSource = [DeadlineKind, ReturnType<typeof sql>]

/** Lifetimes of credentials are in monotonic time; their dates follow from the two times. */
function sourcesOf({ now, monotonicNow }: Times): DeadlineSource[] {
  const lead = now - monotonicNow
  const ofGrant = sql`
    join user_grant on user_grant.id = grant_id join app on app.client_id = user_grant.client_id
    join channel on channel.id = user_grant.channel_id`
  return [
    [
      'ACCESS_TOKEN',
      sql`
      select expires_at + ${lead}::bigint as at, app.name || ' · ' || channel.name as name from access_token ${ofGrant}`,
    ],
    [
      'REFRESH_TOKEN',
      sql`
      select expires_at + ${lead}::bigint as at, app.name || ' · ' || channel.name as name from refresh_token ${ofGrant}
      where used_at is null`,
    ],
    [
      'CLIENT_SECRET',
      sql`
      select expires_at + ${lead}::bigint as at, app.name from app_secret join app using (client_id)`,
    ],
    [
      'RESTRICTION_END',
      sql`
      select release_at as at, channel.name || ' · ' || person.name as name from temporary_restriction
      join channel on channel.id = channel_id join channel as person on person.id = restricted_channel_id`,
    ],
    [
      'SUBSCRIPTION_RENEWAL',
      sql`
      select max(event.created_at) + ${limits.subscriptionMonthDays * dayMs}::bigint as at,
        channel.name || ' · ' || person.name as name
      from subscription_event as event
      join channel on channel.id = event.channel_id join channel as person on person.id = event.subscriber_channel_id
      group by channel.id, person.id`,
    ],
    ['CAMPAIGN_START', sql`select starts_at as at, title as name from campaign where not is_draft`],
    ['CAMPAIGN_END', sql`select ends_at as at, title as name from campaign where not is_draft`],
    [
      'WEBHOOK_RETRY',
      sql`
      select next_attempt_at as at, app.name from webhook_delivery
      join webhook_endpoint as endpoint on endpoint.id = endpoint_id and endpoint.status = 'ENABLED'
      join active_app as app on app.client_id = endpoint.client_id
      where ended_at is null and lease is null`,
    ],
    [
      'APP_DELETION',
      sql`
      select ${lastUsedAt} + ${appIdleMs}::bigint as at, app.name from app
      where deleted_at is null and client_id not like ${`${platformAppPrefix}%`}`,
    ],
  ]
}

const dayMs = 86_400_000
