import type { sandboxApi } from '@onair/contract'
import { getOverview } from '../demo/overview.ts'
import { countData } from '../demo/reset-store.ts'
import { reset } from '../demo/reset.ts'
import type { Handlers } from '@onair/server/api/handler.ts'

export const demo: Handlers<typeof sandboxApi.demo> = {
  async getOverview(_call, deps) {
    return getOverview(deps)
  },

  async getResetCounts(_call, { db }) {
    return countData(db.read)
  },

  async reset(_call, deps) {
    await reset(deps)
    return null
  },
}
