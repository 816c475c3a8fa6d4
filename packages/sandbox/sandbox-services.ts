import type { FaultPlanControl } from './faults/fault-hooks.ts'
import type { Worlds } from './worlds.ts'

/** What handlers of the sandbox have besides the platform. `worlds` is null where several processes share the data. */
export type SandboxServices = { readonly faultPlan: FaultPlanControl; readonly worlds: Worlds | null }
