import type { BodyOf, ContentOf, sandboxApi } from '@onair/contract'

type FaultPlanState = ContentOf<typeof sandboxApi.faults.getFaults>

/** The fault plan of a sandbox. Throws refusals. */
export type FaultPlanControl = {
  /** Replaces the plan in every process. */
  set(plan: BodyOf<typeof sandboxApi.faults.setFaults>): Promise<FaultPlanState>
  get(): Promise<FaultPlanState>
  clear(): Promise<void>
}
