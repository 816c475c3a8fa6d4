export function median(values: number[]): number {
  return percentile(values, 0.5)
}

/** The value at a fraction of the sorted values: 0.99 for the 99th percentile. */
export function percentile(values: number[], fraction: number): number {
  const index = Math.min(values.length - 1, Math.floor(values.length * fraction))
  return values.toSorted((a, b) => a - b)[index] ?? Number.NaN
}

export function roundTo2(value: number): number {
  return Number(value.toFixed(2))
}
