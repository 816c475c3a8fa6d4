/** The known name that a misspelled one most resembles; null if none is near. */
export function nearest(name: string, known: readonly string[]): string | null {
  const most = Math.max(2, Math.floor(name.length / 3))
  const near = known
    .map((candidate) => ({ candidate, edits: countEdits(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((one, other) => one.edits - other.edits)
  return near[0]?.candidate ?? null
}

/** Letters to insert, delete, replace or exchange with the next one (optimal string alignment). */
function countEdits(from: string, to: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isExchanged = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        (last?.[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last?.[column - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (beforeLast?.[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    ;[beforeLast, last] = [last ?? [], current]
  }
  return last?.[to.length] ?? 0
}
