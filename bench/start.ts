import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '../tests/support/programs/program.ts'
import { report } from './shared/report.ts'
import { median, roundTo2 } from './shared/statistics.ts'

/*
 * Measures the time from `node packages/cli/main.ts serve` to its ready line, with an empty data folder and with an existing one.
 *   node bench/start.ts [rounds]
 */
const [rounds = 5] = process.argv.slice(2).map(Number)

const seconds = { empty: [] as number[], existing: [] as number[] }
// The first start compiles the modules into the cache of Node.
for (let round = -1; round < rounds; round += 1) {
  const dir = await mkdtemp(join(tmpdir(), 'onair-bench-'))
  const [empty, existing] = [await measureStart(dir), await measureStart(dir)]
  await rm(dir, { recursive: true, force: true })
  if (round < 0) continue
  seconds.empty.push(empty)
  seconds.existing.push(existing)
}
const cellsOf = (values: number[]) =>
  [median(values), Math.min(...values), Math.max(...values)].map((s) => `${s.toFixed(2)} s`)
await report({
  name: 'start',
  columns: ['data folder', 'median', 'shortest', 'longest'],
  rows: [
    ['empty', ...cellsOf(seconds.empty)],
    ['existing', ...cellsOf(seconds.existing)],
  ],
  goals: [{ name: 'existing data folder, in s', value: roundTo2(median(seconds.existing)), atMost: 1 }],
})

async function measureStart(dir: string): Promise<number> {
  const startedAt = performance.now()
  const args = ['serve', '--port', '0', '--data-dir', join(dir, 'data'), '--json']
  // The default. Tests start programs with less.
  await using program = startProgram(args, { ONAIR_ARGON_MEMORY_KIB: '19456' })
  await program.ready()
  const elapsedMs = performance.now() - startedAt
  await program.stop()
  return elapsedMs / 1_000
}
