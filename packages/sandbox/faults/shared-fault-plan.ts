import { hash } from 'node:crypto'
import type { Deps } from '@onair/server/infra/deps.ts'
import type { FaultDecision, FaultPlan, FaultSubject } from './fault-subject.ts'
import { stateOf, type FaultPlanData } from './fault-plan.ts'
import { decideFault, isCandidate, keyOf, noCounts } from './fault-rules.ts'
import { findRemembered, insertRemembered, loadCounts, lockCounts, updateCounts } from './plan-store.ts'

/**
 * A plan whose counts are in the database: the decisions about match 1 to n are the same whichever process takes them. A plan
 * that another one has replaced decides nothing.
 */
export function createSharedFaultPlan(data: FaultPlanData, { db }: Pick<Deps, 'db'>): FaultPlan {
  const { id, rules } = data
  return {
    id,
    // Most requests match no rule: they need no lock.
    decide: (subject, now) =>
      rules.some((rule) => isCandidate(rule, subject, now)) ? decideTogether(data, subject, now, { db }) : null,
    state: async () => stateOf(data, (await loadCounts(db.read, id)) ?? rules.map(noCounts)),
  }
}

function decideTogether(
  { id, seed, rules }: FaultPlanData,
  subject: FaultSubject,
  now: number,
  { db }: Pick<Deps, 'db'>,
): Promise<FaultDecision> {
  return db.transaction(async (tx) => {
    const counts = await lockCounts(tx, id)
    if (counts === null) return null
    // All rules that remember this subject know it by the same key.
    const key = rules.map((rule) => keyOf(rule, subject)).find((some) => some !== null) ?? null
    const hashed = key === null ? null : hash('sha256', key, 'buffer')
    const known = new Set(hashed === null ? [] : await findRemembered(tx, id, hashed))
    const added: number[] = []
    const remembered = { has: (at: number) => known.has(at), add: (at: number) => void added.push(at) }
    const index = decideFault({ seed, rules, counts }, remembered, subject, now)
    await updateCounts(tx, id, counts)
    if (hashed !== null && added.length > 0) await insertRemembered(tx, id, hashed, added)
    return index === null ? null : (rules[index] ?? null)
  })
}
