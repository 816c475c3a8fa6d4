import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'

/** Counts of the whole site: `since` is in platform time. */
export async function loadOverview(db: Reader, { since, alarmsSince }: { since: number; alarmsSince: number }) {
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
      (select count(*)::int from webhook_delivery where ended_at is null) as deliveries,
      (select count(*)::int from mail where state = 'WAITING') as mails,
      (select last_backup_at from installation) as "lastBackupAt",
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
  | 'mails'
  | 'databaseBytes',
  number
> & { lastBackupAt: number | null }

function entries(action: string, since: number) {
  return sql`(select coalesce(sum(count), 0)::int from audit_log where action = ${action} and last_at >= ${since})`
}
