import type { consoleApi } from '@onair/contract'
import { openCaseFile } from '../../../features/case-files/case-file.ts'
import { liftHold, listHolds, placeHold } from '../../../features/case-files/holds.ts'
import { Refusal } from '../../../shared/refusal.ts'
import type { Handlers } from '../../pipeline/handler.ts'

/** Case files and holds. */
export const cases = {
  async getCaseFile({ caller, pathParams: { channelId }, query }, deps) {
    refuseOwn(caller, channelId)
    return openCaseFile({ site: deps.addresses.baseUrl, channelId, ...query }, deps)
  },

  listHolds: (_call, deps) => listHolds(deps),

  async placeHold({ caller, pathParams: { channelId }, body: { caseNumber, reason, seconds } }, deps) {
    refuseOwn(caller, channelId)
    await placeHold({ channelId, caseNumber, reason, seconds }, deps)
  },

  async liftHold({ caller, pathParams: { channelId }, query: { caseNumber } }, deps) {
    refuseOwn(caller, channelId)
    await liftHold({ channelId, caseNumber }, deps)
  },
} satisfies Partial<Handlers<typeof consoleApi.admin>>

/** Operators neither read nor decide about their own case. */
function refuseOwn(caller: { channelId: string }, channelId: string): void {
  if (caller.channelId === channelId) throw new Refusal('forbidden', 'OWN_ACCOUNT')
}
