import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'

type Times = { now: number; since: number; alarmsSince: number }

/** Counts of the whole site, in platform time. */
export async function loadOverview(db: Reader, { now, since, alarmsSince }: Times) {
  const { rows } = await sql<Overview>`
    select
      (select count(*)::int from account) as people,
      (select count(*)::int from suspension) as "suspendedPeople",
      (select count(*)::int from sign_up_request where refused_at is null) as "waitingPeople",
      (select count(*)::int from stream_request where declined_at is null) as "streamRequests",
      (select count(*)::int from live where closed_at is null) as lives,
      ${entries('account.created', since)} as "signUps",
      ${entries('account.signed_in', since)} as "signIns",
      ${entries('account.sign_in_failed', since)} as "failedSignIns",
      (select count(*)::int from chat_message where message_time >= ${since}) as messages,
      ${entries('grant.reuse_detected', alarmsSince)} as alarms,
      (select count(*)::int from (select from webhook_delivery where ended_at is null limit 100000) as waiting)
        as deliveries,
      coalesce((select greatest(0, (${now} - min(due.next_attempt_at)) / 1000)::int from webhook_endpoint
        cross join lateral (select next_attempt_at from webhook_delivery
          where endpoint_id = webhook_endpoint.id and state = 'WAITING' and ended_at is null and lease is null
          order by next_attempt_at limit 1) as due
        where status = 'ENABLED'), 0) as "oldestDeliverySec",
      (select count(*)::int from (select from mail where state = 'WAITING' limit 100000) as waiting) as mails,
      coalesce((select greatest(0, (${now} - min(next_attempt_at)) / 1000)::int from mail where state = 'WAITING'), 0)
        as "oldestMailSec",
      (select last_backup_at from installation) as "lastBackupAt",
      (select last_backup_copy_at from installation) as "lastBackupCopyAt",
      pg_database_size(current_database())::bigint as "databaseBytes"`.execute(db)
  const [overview] = rows
  if (overview === undefined) throw new Error('a select without from has one row')
  return overview
}

type Overview = Record<
  | 'people'
  | 'suspendedPeople'
  | 'waitingPeople'
  | 'streamRequests'
  | 'lives'
  | 'signUps'
  | 'signIns'
  | 'failedSignIns'
  | 'messages'
  | 'alarms'
  | 'deliveries'
  | 'oldestDeliverySec'
  | 'mails'
  | 'oldestMailSec'
  | 'databaseBytes',
  number
> & { lastBackupAt: number | null; lastBackupCopyAt: number | null }

function entries(action: string, since: number) {
  return sql`(select coalesce(sum(count), 0)::int from audit_log where action = ${action} and last_at >= ${since})`
}

/** The people who wait for the approval of the account or ask to stream. */
export async function countWaitingPeople(db: Reader): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select (select count(*) from sign_up_request where refused_at is null)::int
      + (select count(*) from stream_request where declined_at is null)::int as people`.execute(db)
  return rows[0]?.people ?? 0
}
