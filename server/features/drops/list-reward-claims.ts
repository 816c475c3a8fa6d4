import { drops } from '@onair/contract'
import { invalidFieldForCaller } from '../../shared/invalid-field.ts'
import { defineHandler } from '../../shared/handler.ts'
import { listAppClaims } from './list-app-claims.ts'

export const listRewardClaims = defineHandler(drops.listRewardClaims, ({ caller, query: { page, ...filter } }, deps) =>
  listAppClaims(
    caller.clientId,
    { ...page, ...filter },
    (field, problem) => invalidFieldForCaller(caller, field, problem),
    deps,
  ),
)
