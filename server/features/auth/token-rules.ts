/** Why a single-use code or token is refused, or null. All times in ms since 1970. */
export function refusalToUse(
  { used_at, expires_at }: { used_at: number | null; expires_at: number },
  now: number,
): 'used before' | 'expired' | null {
  if (used_at !== null) return 'used before'
  if (expires_at <= now) return 'expired'
  return null
}
