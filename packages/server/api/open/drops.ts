import type { openApi } from '@onair/contract'
import { fulfillClaims } from '../../features/drops/fulfill-claims.ts'
import { listAppClaims } from '../../features/drops/list-app-claims.ts'
import { invalidFieldForCaller } from '../../shared/callers/wire-profile.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const drops: Handlers<typeof openApi.drops> = {
  listRewardClaims: ({ caller, query: { page, ...filter } }, deps) =>
    listAppClaims(
      caller.clientId,
      { ...page, ...filter },
      (field, reason) => invalidFieldForCaller(caller, field, reason),
      deps,
    ),
  fulfillClaims: ({ caller, body }, deps) => fulfillClaims(caller.clientId, body, deps),
}
