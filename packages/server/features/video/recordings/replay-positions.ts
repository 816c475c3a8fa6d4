/** Pairs of a position in a recording and the time at which it was live, both in milliseconds, in order. */
export type Spans = readonly (readonly [position: number, date: number])[]

/** When a position was live. */
export function dateAt(spans: Spans, position: number): number {
  const [start, date] = spans.findLast(([from]) => from <= position) ?? spans[0] ?? [0, 0]
  return date + position - start
}

/** The position of a time; of one in a cut, that at which the video goes on. */
export function positionAt(spans: Spans, date: number): number {
  const index = spans.findLastIndex(([, from]) => from <= date)
  const [start, from] = spans[index] ?? spans[0] ?? [0, date]
  const next = spans[index + 1]?.[0] ?? Infinity
  return Math.max(0, Math.min(start + Math.max(0, date - from), next))
}
