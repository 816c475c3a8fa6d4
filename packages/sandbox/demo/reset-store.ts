import type { ContentOf, sandboxApi } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '@onair/server/infra/db/db.ts'
import { platformAppPrefix } from '@onair/server/features/apps/platform-app.ts'

type ResetCounts = ContentOf<typeof sandboxApi.demo.getResetCounts>

/** Counts the listed rows that `truncateAll` deletes, without applications of the platform and deleted data. */
export async function countData(db: Reader): Promise<ResetCounts> {
  const { rows } = await sql<ResetCounts>`
    with listed_app as (select client_id from active_app where client_id not like ${`${platformAppPrefix}%`})
    select (select count(*)::int from account) as people, (select count(*)::int from listed_app) as apps,
      (select count(*)::int from access_token join user_grant on user_grant.id = grant_id join listed_app using (client_id))
        as tokens,
      (select count(*)::int from session join listed_app using (client_id)
        where connected_at is not null and disconnected_at is null) as sessions,
      (select count(*)::int from campaign join listed_app using (client_id)) as campaigns,
      (select count(*)::int from inspector_record) as records`.execute(db)
  return rows[0] as ResetCounts
}

/** Empties every table except the schema version, categories, the clock, observed time, the installation and the gateways. */
export async function truncateAll(tx: Tx) {
  // Shorter than PostgreSQL's deadlock_timeout: the reset gives way to other transactions, which then do not fail.
  await sql`set local lock_timeout = '100ms'`.execute(tx)
  // `channel` comes first: most transactions lock it first, and so wait here without holding locks that this one needs.
  await sql`truncate channel, account, app, organization, team, sink, fault_plan, inspector_record, inspector_receivers, webhook_attempt, legal_hold, held_row cascade`.execute(
    tx,
  )
  // Transactions write to the audit log last.
  await sql`truncate audit_log`.execute(tx)
}

/** Whether a transaction did not get a lock within its `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

/** Held until the transaction ends, so that one process at a time inserts the demo data. */
export async function lockDemo(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtext('onair.demo'))`.execute(tx)
}
