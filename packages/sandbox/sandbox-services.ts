import type { FaultPlanControl } from './faults/fault-hooks.ts'
import type { Worlds } from './worlds.ts'

/** Services that handlers of the sandbox have in addition. `worlds` is null where processes share the data. */
export type SandboxServices = { readonly faultPlan: FaultPlanControl; readonly worlds: Worlds | null }
