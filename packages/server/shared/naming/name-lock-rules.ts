import { errorReason, type CodeOrReason } from '../refusal.ts'

const dayMs = 86_400_000

/** Why a name that the people who run the site chose stays until then, or null. */
export function refusalOfLockedName(lockedUntil: number | null, now: number): CodeOrReason | null {
  const leftMs = (lockedUntil ?? 0) - now
  return leftMs > 0 ? errorReason('NAME_CHOSEN_BY_SITE', { days: Math.ceil(leftMs / dayMs) }) : null
}
