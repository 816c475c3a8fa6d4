import type { FaultPreset, FaultRule } from '@onair/contract'
import type { FaultPlan, FaultPlanState } from './fault-subject.ts'
import { decideFault, noCounts, type RememberedSubjects, type RuleCounts } from './fault-rules.ts'

export type FaultPlanData = { id: string; preset: FaultPreset | null; seed: number; rules: FaultRule[] }

/** A plan whose counts are those of this process. The rules must be valid. */
export function createFaultPlan(data: FaultPlanData): FaultPlan {
  const { id, seed, rules } = data
  const counts = rules.map(noCounts)
  const remembered = rememberInMemory(rules)
  return {
    id,
    decide(subject, now) {
      const index = decideFault({ seed, rules, counts }, remembered, subject, now)
      return index === null ? null : (rules[index] ?? null)
    },
    state: () => stateOf(data, counts),
  }
}

export function stateOf({ preset, seed, rules }: FaultPlanData, counts: readonly RuleCounts[]): FaultPlanState {
  const stateOfRule = (rule: FaultRule, index: number) => {
    const { matched, injected } = counts[index] ?? noCounts()
    return { ...rule, matched, injected }
  }
  return { preset, seed, rules: rules.map(stateOfRule) }
}

function rememberInMemory(rules: readonly FaultRule[]): RememberedSubjects {
  const keys = rules.map(() => new Set<string>())
  return {
    has: (index, key) => keys[index]?.has(key) ?? false,
    add: (index, key) => void keys[index]?.add(key),
  }
}
