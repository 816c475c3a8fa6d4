import type { sandboxApi } from '@onair/contract'
import type { Deps } from '@onair/server/infra/deps.ts'
import type { Handlers } from '@onair/server/api/handler.ts'

export const faults: Handlers<typeof sandboxApi.faults> = {
  async setFaults({ body }, deps) {
    return controlOf(deps).set(body)
  },

  async getFaults(_call, deps) {
    return controlOf(deps).get()
  },

  async clearFaults(_call, deps) {
    await controlOf(deps).clear()
    return null
  },
}

function controlOf({ faultPlan }: Deps) {
  if (faultPlan === null) throw new Error('a sandbox has a fault plan')
  return faultPlan
}
