import { errorReason, type CodeOrReason } from './refusal.ts'

/** The restrictions of a viewer in a channel. Times in ms, null where there is none. */
export type RestrictionState = { restrictedAt: number | null; temporarilyUntil: number | null }

/** Why a restricted viewer may not take part in a channel. */
export function refusalToParticipate(
  { restrictedAt, temporarilyUntil }: RestrictionState,
  now: number,
): CodeOrReason | null {
  if (restrictedAt !== null) return 'RESTRICTED'
  if (temporarilyUntil !== null && temporarilyUntil > now)
    return errorReason('TEMPORARILY_RESTRICTED', { seconds: Math.ceil((temporarilyUntil - now) / 1000) })
  return null
}
