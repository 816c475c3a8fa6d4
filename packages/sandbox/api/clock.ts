import type { sandboxApi } from '@onair/contract'
import { listDeadlines } from '../clock/list-deadlines.ts'
import { getClock, moveClock } from '../clock/move-clock.ts'
import { sampleAroundMove } from '@onair/server/features/lives/sample-lives.ts'
import type { Handlers } from '@onair/server/api/handler.ts'

export const clock: Handlers<typeof sandboxApi.clock> = {
  async getClock(_call, deps) {
    return getClock(deps)
  },

  async moveClock({ body: { advanceSeconds } }, deps) {
    return sampleAroundMove(advanceSeconds, () => moveClock(advanceSeconds, deps), deps)
  },

  async listDeadlines(_call, deps) {
    return listDeadlines(deps)
  },
}
