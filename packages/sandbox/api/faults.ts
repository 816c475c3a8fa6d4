import type { sandboxApi } from '@onair/contract'
import { clearFaults, getFaults, setFaults } from '../faults/set-faults.ts'
import type { Handlers } from '@onair/server/api/handler.ts'

export const faults: Handlers<typeof sandboxApi.faults> = {
  async setFaults({ body }, deps) {
    return setFaults(body, deps)
  },

  async getFaults(_call, deps) {
    return getFaults(deps)
  },

  async clearFaults(_call, deps) {
    await clearFaults(deps)
    return null
  },
}
