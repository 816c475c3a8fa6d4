/** Upper bounds of the buckets of a latency histogram. The last bucket holds what took longer. */
const boundsMs = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000]

export function emptyHistogram(): number[] {
  return Array.from({ length: boundsMs.length + 1 }, () => 0)
}

export function addLatency(histogram: number[], ms: number): void {
  const found = boundsMs.findIndex((bound) => ms <= bound)
  const bucket = found === -1 ? boundsMs.length : found
  histogram[bucket] = (histogram[bucket] ?? 0) + 1
}

/** Adds the counts of `added` to `histogram`. */
export function addHistogram(histogram: number[], added: readonly number[]): void {
  for (const [bucket, count] of added.entries()) histogram[bucket] = (histogram[bucket] ?? 0) + count
}

/** The latency that the share `q` of the samples does not exceed, interpolated in its bucket. Null without samples. */
export function quantileMs(histogram: readonly number[], q: number): number | null {
  const rank = q * histogram.reduce((sum, count) => sum + count, 0)
  if (rank === 0) return null
  let below = 0
  for (const [bucket, count] of histogram.entries()) {
    const upper = boundsMs[bucket]
    if (upper === undefined) break
    if (below + count >= rank) {
      const lower = boundsMs[bucket - 1] ?? 0
      return Math.round((lower + ((upper - lower) * (rank - below)) / count) * 10) / 10
    }
    below += count
  }
  return boundsMs.at(-1) ?? null
}
