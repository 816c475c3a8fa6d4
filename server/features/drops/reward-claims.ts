import { drops } from '@onair/contract'
import { badValue } from '../../kit/bad-value.ts'
import { handle } from '../../kit/handle.ts'
import { claimsOf } from './claims-of-app.ts'

export const rewardClaims = handle(drops.rewardClaims, ({ caller, query: { page, ...filter } }, world) =>
  claimsOf(caller.clientId, { ...page, ...filter }, (field, problem) => badValue(caller, field, problem), world),
)
