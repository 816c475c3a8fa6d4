/** The resources that a server holds at one moment: bytes and numbers; `tables` by name. */
export type Sample = {
  /** Reachable objects and buffers of JavaScript, after a full collection. */
  heapBytes: number
  /** The resident size of the process, after the same collection: also what native code holds, and pages that V8 keeps. */
  residentBytes: number
  descriptors: number
  connections: number
  /** Rows that wait in queues, and work that waits for a connection of the database. */
  queued: number
  tables: ReadonlyMap<string, { bytes: number; rows: number }>
}
export type Growth = { name: string; from: number; to: number; allowed: number }

/** The allowed growth of each value after the warm-up: at least `least`, and this share of the value. */
const allowances = {
  heapBytes: { least: 4_000_000, share: 0.1 },
  residentBytes: { least: 64_000_000, share: 0.25 },
  descriptors: { least: 8, share: 0 },
  connections: { least: 4, share: 0 },
  queued: { least: 50, share: 0 },
  tableBytes: { least: 4_000_000, share: 0.25 },
} as const
type Measure = keyof typeof allowances

/** A table whose rows grow by more than this share is expected to grow. */
const sameRowsShare = 0.1
const warmUpShare = 1 / 3

/**
 * Finds the values that grew after the first third, which is the warm-up: compares the lowest value of the first and of
 * the last quarter of the rest, because open connections during a load say nothing about a leak.
 */
export function findGrowth(samples: readonly Sample[], least: Partial<Record<Measure, number>> = {}): Growth[] {
  const measured = samples.slice(Math.ceil(samples.length * warmUpShare))
  const quarter = Math.floor(measured.length / 4)
  if (quarter === 0) throw new Error(`${samples.length} samples are too few: at least 6 are needed.`)
  const growthOf = (name: string, measure: Measure, read: (sample: Sample) => number): Growth[] => {
    const from = Math.min(...measured.slice(0, quarter).map(read))
    const to = Math.min(...measured.slice(-quarter).map(read))
    const allowed = Math.max(least[measure] ?? allowances[measure].least, from * allowances[measure].share)
    return to - from > allowed ? [{ name, from, to, allowed }] : []
  }
  return [
    ...growthOf('heap in bytes', 'heapBytes', (sample) => sample.heapBytes),
    ...growthOf('resident bytes', 'residentBytes', (sample) => sample.residentBytes),
    ...growthOf('descriptors', 'descriptors', (sample) => sample.descriptors),
    ...growthOf('connections', 'connections', (sample) => sample.connections),
    ...growthOf('queued work', 'queued', (sample) => sample.queued),
    ...listTablesOfSameRows(measured).flatMap((table) =>
      growthOf(`bytes of table ${table}`, 'tableBytes', (sample) => sample.tables.get(table)?.bytes ?? 0),
    ),
  ]
}

function listTablesOfSameRows(samples: readonly Sample[]): string[] {
  const [first, last] = [samples[0]?.tables, samples.at(-1)?.tables]
  return [...(first ?? [])].flatMap(([name, { rows }]) =>
    (last?.get(name)?.rows ?? 0) <= rows * (1 + sameRowsShare) ? [name] : [],
  )
}
