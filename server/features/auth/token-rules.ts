/** Why a single-use code or token is refused, or null. All times in ms; `onward` is the clock that never goes back. */
export function refusalToUse(
  { used_at, expires_at }: { used_at: number | null; expires_at: number },
  onward: number,
): 'used before' | 'expired' | null {
  if (used_at !== null) return 'used before'
  if (expires_at <= onward) return 'expired'
  return null
}
