import type { sandboxApi } from '@onair/contract'
import { getClock, moveClock } from '../../features/clock/move-clock.ts'
import type { Handlers } from '../handler.ts'

export const clock: Handlers<typeof sandboxApi.clock> = {
  async getClock(_call, deps) {
    return getClock(deps)
  },

  async moveClock({ body: { advanceSeconds } }, deps) {
    return moveClock(advanceSeconds, deps)
  },
}
