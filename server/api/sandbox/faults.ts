import type { sandboxApi } from '@onair/contract'
import { clearFaults, getFaults, setFaults } from '../../features/faults/set-faults.ts'
import type { Handlers } from '../handler.ts'

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
