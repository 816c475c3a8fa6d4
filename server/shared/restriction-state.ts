import { refusalReason, type RefusalReason } from './refusal.ts'

/** How far someone may take part in a channel; times in ms, null where there is no such restriction. */
export type RestrictionState = { restrictedAt: number | null; temporarilyUntil: number | null }

/** Why someone who is restricted in a channel may not take part there, or null when they may. */
export function refusalIfRestricted(
  { restrictedAt, temporarilyUntil }: RestrictionState,
  now: number,
): RefusalReason | null {
  if (restrictedAt !== null) return 'RESTRICTED'
  if (temporarilyUntil !== null && temporarilyUntil > now)
    return refusalReason('TEMPORARILY_RESTRICTED', { seconds: Math.ceil((temporarilyUntil - now) / 1000) })
  return null
}
