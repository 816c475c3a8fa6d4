import type { consoleApi, ContentOf } from '@onair/contract'
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
      json_build_object('signUps', ${entries('account.created', since)},
        'signIns', ${entries('account.signed_in', since)},
        'failedSignIns', ${entries('account.sign_in_failed', since)},
        'messages', (select count(*) from chat_message where message_time >= ${since})) as "lastDay",
      ${entries('grant.reuse_detected', alarmsSince)} as alarms,
      json_build_object(
        'deliveries', (select count(*) from (select from webhook_delivery where ended_at is null limit 100000) as waiting),
        'oldestDeliverySec', coalesce((
          select greatest(0, (${now} - min(due.next_attempt_at)) / 1000)::int from webhook_endpoint
          cross join lateral (select next_attempt_at from webhook_delivery
            where endpoint_id = webhook_endpoint.id and state = 'WAITING' and ended_at is null and lease is null
            order by next_attempt_at limit 1) as due
          where status = 'ENABLED'), 0),
        'mails', (select count(*) from (select from mail where state = 'WAITING' limit 100000) as waiting),
        'oldestMailSec', coalesce((
          select greatest(0, (${now} - min(next_attempt_at)) / 1000)::int from mail where state = 'WAITING'), 0)
      ) as waiting,
      (select last_backup_at from installation) as "lastBackupAt",
      (select last_backup_copy_at from installation) as "lastBackupCopyAt",
      pg_database_size(current_database())::bigint as "databaseBytes"`.execute(db)
  const [overview] = rows
  if (overview === undefined) throw new Error('a select without from has one row')
  return overview
}

type Overview = Pick<ContentOf<typeof consoleApi.admin.getSiteOverview>, CountedField> & {
  lastBackupAt: number | null
  lastBackupCopyAt: number | null
}
type CountedField =
  | 'people'
  | 'suspendedPeople'
  | 'waitingPeople'
  | 'streamRequests'
  | 'lives'
  | 'alarms'
  | 'lastDay'
  | 'waiting'
  | 'databaseBytes'

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
