/** `2026-07-26T03:14:18.629000000`: a moment in Asia/Seoul (no summer time, +9 h), nine decimals, no zone. Gap 7. */
export function seoulDate(at: number): string {
  return `${new Date(at + 9 * 3_600_000).toISOString().slice(0, 23)}000000`
}

/** RFC 3339 in UTC. */
export function utcDate(at: number): string {
  return new Date(at).toISOString()
}
