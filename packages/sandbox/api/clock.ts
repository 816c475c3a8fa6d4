import type { sandboxApi } from '@onair/contract'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { coalesce } from '@onair/server/shared/coalesce.ts'
import { runClockSweeps } from '@onair/server/worker/sweeps.ts'
import { listDeadlines } from '../clock/list-deadlines.ts'
import { getClock, moveClock } from '../clock/move-clock.ts'

/** `writeUsage` writes the uses of applications that this process has counted. */
export function createClockHandlers(writeUsage: () => Promise<void>, deps: Deps): Handlers<typeof sandboxApi.clock> {
  const sweep = coalesce(() => runClockSweeps(deps))
  return {
    async getClock() {
      return getClock(deps)
    },

    async moveClock({ body: { advanceSeconds } }) {
      return moveClock(advanceSeconds, { writeUsage, sweep }, deps)
    },

    async listDeadlines() {
      return listDeadlines(deps)
    },
  }
}
