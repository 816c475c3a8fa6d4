import { errorReason, type CodeOrReason } from '../refusal.ts'

/** The restrictions of a viewer in a channel. Times in ms, null where there is none. */
export type RestrictionState = { restrictedAt: number | null; temporarilyRestrictedUntil: number | null }

/** Why a restricted viewer may not take part in a channel. */
export function refusalToParticipate(
  { restrictedAt, temporarilyRestrictedUntil }: RestrictionState,
  now: number,
): CodeOrReason | null {
  if (restrictedAt !== null) return 'RESTRICTED'
  if (temporarilyRestrictedUntil !== null && temporarilyRestrictedUntil > now)
    return errorReason('TEMPORARILY_RESTRICTED', { seconds: Math.ceil((temporarilyRestrictedUntil - now) / 1000) })
  return null
}
