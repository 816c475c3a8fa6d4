import type { FaultRule } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '@onair/server/infra/db/db.ts'
import type { FaultPlanData } from './fault-plan.ts'
import { noCounts, type RuleCounts } from './fault-rules.ts'

export async function loadPlan(db: Reader): Promise<FaultPlanData | null> {
  const row = await db.selectFrom('fault_plan').select(['id', 'preset', 'seed', 'rules']).executeTakeFirst()
  return row === undefined ? null : { ...row, seed: Number(row.seed), rules: row.rules as FaultRule[] }
}

export async function replacePlan(tx: Tx, { id, preset, seed, rules }: FaultPlanData): Promise<void> {
  // Two plans that are set at once would both insert one.
  await sql`lock table fault_plan in exclusive mode`.execute(tx)
  await deletePlan(tx)
  await tx
    .insertInto('fault_plan')
    .values({
      id,
      preset,
      seed: String(seed),
      rules: JSON.stringify(rules),
      counts: JSON.stringify(rules.map(noCounts)),
    })
    .execute()
}

export async function deletePlan(tx: Tx): Promise<void> {
  await tx.deleteFrom('fault_plan').execute()
}

export async function loadCounts(db: Reader, id: string): Promise<RuleCounts[] | null> {
  const row = await db.selectFrom('fault_plan').select('counts').where('id', '=', id).executeTakeFirst()
  return row?.counts ?? null
}

/** Null if the plan is no longer set. */
export async function lockCounts(tx: Tx, id: string): Promise<RuleCounts[] | null> {
  const row = await tx.selectFrom('fault_plan').select('counts').where('id', '=', id).forUpdate().executeTakeFirst()
  return row?.counts ?? null
}

export async function updateCounts(tx: Tx, id: string, counts: readonly RuleCounts[]): Promise<void> {
  await tx
    .updateTable('fault_plan')
    .set({ counts: JSON.stringify(counts) })
    .where('id', '=', id)
    .execute()
}

/** The indexes of the rules that remember the subject. */
export async function findRemembered(tx: Tx, planId: string, subject: Buffer): Promise<number[]> {
  const rows = await tx
    .selectFrom('fault_subject')
    .select('rule_index')
    .where('plan_id', '=', planId)
    .where('subject', '=', subject)
    .execute()
  return rows.map(({ rule_index }) => rule_index)
}

export async function insertRemembered(
  tx: Tx,
  planId: string,
  subject: Buffer,
  indexes: readonly number[],
): Promise<void> {
  await tx
    .insertInto('fault_subject')
    .values(indexes.map((index) => ({ plan_id: planId, subject, rule_index: index })))
    .execute()
}
