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

/**
 * An estimate of the latency that the share `q` of the samples does not exceed: the samples of a bucket are taken to be
 * spread evenly over it, so that a single one is in its middle. Null without samples.
 */
export function quantileMs(histogram: readonly number[], q: number): number | null {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const rank = Math.max(1, Math.ceil(q * total))
  let below = 0
  for (const [bucket, count] of histogram.entries()) {
    const upper = boundsMs[bucket]
    if (upper === undefined) break
    if (below + count >= rank) {
      const lower = boundsMs[bucket - 1] ?? 0
      return Math.round((lower + ((upper - lower) * (rank - below - 0.5)) / count) * 10) / 10
    }
    below += count
  }
  return boundsMs.at(-1) ?? null
}
