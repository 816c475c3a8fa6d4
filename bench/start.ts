import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProgram } from '../tests/support/programs/program.ts'
import { report } from './shared/report.ts'
import { median, roundTo2 } from './shared/statistics.ts'
import { readResidentBytes } from './shared/system.ts'

/*
 * Measures the time from `node packages/cli/main.ts serve` to its ready line, and the memory of the idle process: with an empty
 * data folder, with an existing one, and with this one and without video.
 *   node bench/start.ts [rounds]
 */
const [rounds = 5] = process.argv.slice(2).map(Number)
const idleMs = 3_000

type Start = { seconds: number; mb: number }

const starts = { empty: [] as Start[], existing: [] as Start[], 'existing, without video': [] as Start[] }
// The first start compiles the modules into the cache of Node.
for (let round = -1; round < rounds; round += 1) {
  const dir = await mkdtemp(join(tmpdir(), 'onair-bench-'))
  const empty = await measureStart(dir)
  const existing = await measureStart(dir)
  const withoutVideo = await measureStart(dir, { ONAIR_VIDEO_LIVES: '0' })
  await rm(dir, { recursive: true, force: true })
  if (round < 0) continue
  starts.empty.push(empty)
  starts.existing.push(existing)
  starts['existing, without video'].push(withoutVideo)
}
const cellsOf = (values: number[]) =>
  [median(values), Math.min(...values), Math.max(...values)].map((s) => `${s.toFixed(2)} s`)
const secondsOf = (name: keyof typeof starts) => starts[name].map(({ seconds }) => seconds)
const mbOf = (name: keyof typeof starts) => median(starts[name].map(({ mb }) => mb))
await report({
  name: 'start',
  columns: ['data folder', 'median', 'shortest', 'longest', 'memory, idle'],
  rows: (['empty', 'existing', 'existing, without video'] as const).map((name) => [
    name,
    ...cellsOf(secondsOf(name)),
    `${mbOf(name).toFixed(0)} MB`,
  ]),
  goals: [
    { name: 'existing data folder, in s', value: roundTo2(median(secondsOf('existing'))), atMost: 1 },
    {
      name: 'memory of video while there is none, in MB',
      value: roundTo2(mbOf('existing') - mbOf('existing, without video')),
      atMost: 15,
    },
  ],
})

async function measureStart(dir: string, env: Record<string, string> = {}): Promise<Start> {
  const startedAt = performance.now()
  const args = ['serve', '--port', '0', '--data-dir', join(dir, 'data'), '--json']
  // The default. Tests start programs with less.
  await using program = startProgram(args, { ONAIR_ARGON_MEMORY_KIB: '19456', ONAIR_RTMP_PORT: '0', ...env })
  await program.ready()
  const elapsedMs = performance.now() - startedAt
  await wait(idleMs)
  const bytes = readResidentBytes(program.pid)
  await program.stop()
  return { seconds: elapsedMs / 1_000, mb: bytes / 1e6 }
}
