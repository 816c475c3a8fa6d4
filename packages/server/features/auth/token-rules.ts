/** Whether a single-use code or token is still valid. Times in ms on the monotonic clock. */
export function refusalToUse(
  { used_at, expires_at }: { used_at: number | null; expires_at: number },
  monotonicNow: number,
): 'already_used' | 'expired' | null {
  if (used_at !== null) return 'already_used'
  if (expires_at <= monotonicNow) return 'expired'
  return null
}
