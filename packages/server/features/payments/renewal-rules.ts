import { limits } from '@onair/contract'
import { errorReason, type CodeOrReason } from '../../shared/refusal.ts'

const dayMs = 86_400_000

/** When a subscription whose last month began then can be renewed. */
export function renewableAt(lastMonthAt: number): number {
  return lastMonthAt + limits.subscriptionMonthDays * dayMs
}

/** Why a person cannot renew a subscription now. `lastMonthAt` is null before the first month. */
export function refusalToRenew(lastMonthAt: number | null, now: number): CodeOrReason | null {
  if (lastMonthAt === null || now >= renewableAt(lastMonthAt)) return null
  return errorReason('SUBSCRIPTION_NOT_RENEWABLE', { days: Math.ceil((renewableAt(lastMonthAt) - now) / dayMs) })
}
