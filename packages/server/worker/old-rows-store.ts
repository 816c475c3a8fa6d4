import { limits } from '@onair/contract'
import { sql, type RawBuilder } from 'kysely'
import { observedSince, observedUntil } from '../features/clock/observed-time-store.ts'
import { trafficStepsSec } from '../features/apps/traffic/traffic-store.ts'
import { deleteInBatches, deleteRows } from '../infra/db/batches.ts'
import type { Deps } from '../infra/deps.ts'

type SweepDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'policy'>
/** A table, and the condition of its rows whose time is over. */
type OldRows = [table: Parameters<typeof deleteRows>[1], isOld: RawBuilder<unknown>]

const dayMs = 86_400_000
/** Only observed time counts, so that a wrong clock releases no one early. */
const restrictionsKeptMs = dayMs

/** Each sweep, and the rows that it deletes. Those of the large tables are deleted with their partitions. */
const oldRows = {
  'expired-secrets': ({ clock }: SweepDeps): OldRows[] =>
    (['web_session', 'identity_check', 'account_token', 'used_challenge'] as const).map((table) => [
      table,
      sql`expires_at <= ${clock.monotonicNow()}`,
    ]),

  /** By the database's time, which the sandbox cannot move. */
  'audit-log': ({ config: { auditLogDays: days } }: SweepDeps): OldRows[] => {
    if (days === 0) return []
    const isOld = sql`written_at_db < clock_timestamp() - make_interval(days => ${days})`
    return [
      ['audit_log', isOld],
      ['report_case', isOld],
    ]
  },

  /** On a site these are the mails that were rejected. */
  mails: ({ clock }: SweepDeps): OldRows[] => [
    ['mail', sql`ended_at <= ${clock.now() - limits.rejectedMailDays * dayMs}`],
  ],

  /** The counts that charts no longer show. */
  'app-traffic': ({ clock }: SweepDeps): OldRows[] => {
    const isBefore = (stepSec: number, keptSec: number) =>
      sql`step_sec = ${stepSec} and at < ${clock.now() - keptSec * 1_000}`
    return [
      ['app_traffic', isBefore(trafficStepsSec.minute, limits.trafficMinutesKeptSec)],
      ['app_traffic', isBefore(trafficStepsSec.hour, limits.trafficHoursKeptSec)],
    ]
  },

  restrictions: ({ clock, policy }: SweepDeps): OldRows[] => {
    const now = clock.now()
    const observedMs = observedSince(sql<number>`release_at`, observedUntil(now, policy))
    const isOld = sql`release_at <= ${now - restrictionsKeptMs} and ${observedMs} >= ${restrictionsKeptMs}`
    return [['temporary_restriction', isOld]]
  },
}

type Kind = keyof typeof oldRows
export const oldRowKinds = Object.keys(oldRows) as Kind[]

/** Deletes the rows of a kind whose time is over. */
export async function sweepOldRows(kind: Kind, deps: SweepDeps): Promise<void> {
  for (const [table, isOld] of oldRows[kind](deps))
    await deleteInBatches(deps.db, (tx, limit) => deleteRows(tx, table, isOld, limit))
}
