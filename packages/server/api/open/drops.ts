import type { openApi } from '@onair/contract'
import { fulfillClaims } from '../../features/drops/fulfill-claims.ts'
import { listAppClaims } from '../../features/drops/list-app-claims.ts'
import { invalidFieldForCaller } from '../../shared/invalid-field.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const drops: Handlers<typeof openApi.drops> = {
  async listRewardClaims({ caller, query: { page, ...filter } }, deps) {
    return listAppClaims(
      caller.clientId,
      { ...page, ...filter },
      (field, reason) => invalidFieldForCaller(caller, field, reason),
      deps,
    )
  },

  async fulfillClaims({ caller, body }, deps) {
    return fulfillClaims(caller.clientId, body, deps)
  },
}
