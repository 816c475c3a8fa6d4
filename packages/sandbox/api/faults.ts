import type { sandboxApi } from '@onair/contract'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'
import type { FaultPlanControl } from '../faults/fault-hooks.ts'

export function createFaultHandlers(faultPlan: FaultPlanControl): Handlers<typeof sandboxApi.faults> {
  return {
    async setFaults({ body }) {
      return faultPlan.set(body)
    },

    async getFaults() {
      return faultPlan.get()
    },

    async clearFaults() {
      await faultPlan.clear()
      return null
    },
  }
}
