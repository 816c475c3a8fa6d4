import type { sandboxApi } from '@onair/contract'
import { getOverview } from '../demo/overview.ts'
import { countData } from '../demo/reset-store.ts'
import { createReset } from '../demo/reset.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'

export function createDemoHandlers(deps: Deps): Handlers<typeof sandboxApi.demo> {
  const reset = createReset(deps)
  return {
    async getOverview() {
      return getOverview(deps)
    },

    async getResetCounts() {
      return countData(deps.db.read)
    },

    async reset() {
      await reset()
      return null
    },
  }
}
