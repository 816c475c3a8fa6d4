import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, sandboxApi } from '@onair/sdk'
import { sql } from 'kysely'
import { readConfig } from '@onair/server/config/config.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { startProgram } from '../tests/support/programs/program.ts'
import { WorldHost } from '@onair/sandbox/worlds/world-host.ts'
import { besideGoal, report } from './shared/report.ts'
import { median } from './shared/statistics.ts'

/*
 * Measures the time from the request that forks a world of 10 MB to the first answer of the fork, beside a reset and a new
 * server for each test; and what idle worlds cost.
 *   node bench/worlds.ts [worlds]
 */
const [worldCount = 50] = process.argv.slice(2).map(Number)
const mostIdleSec = 20
const measuredSec = 25
const ticksPerSec = 100

await using host = new WorldHost({
  config: readConfig({ ONAIR_PORT: '0', ONAIR_EPHEMERAL: 'true', ONAIR_WORLDS_MAX: String(worldCount + 1) }),
  log: silentLog,
  onFailure: (error) => console.error(error),
})
await using root = await host.openDemo()
const call = createClient(root.overview)
const size = await fill()
const before = residentMb()

const forks = await measureAll(worldCount, forkAndAsk)
// Autovacuum visits new databases after some minutes. From a reload on, it visits all databases in turns.
await sql`select pg_reload_conf()`.execute(root.deps.db.read)
await wait(mostIdleSec * 1_000)
const cpuBefore = cpuSeconds()
await wait(measuredSec * 1_000)
const idlePercent = ((cpuSeconds() - cpuBefore) / measuredSec) * 100
const idleMb = residentMb()

const resets = await measureAll(10, () => call(sandboxApi.demo.reset))
const starts = await measureAll(5, async () => {
  await using program = startProgram(['serve', '--port', '0', '--ephemeral', '--json'], {
    ONAIR_ARGON_MEMORY_KIB: '19456',
  })
  await program.ready()
  return program.stop()
})

await report({
  name: 'worlds',
  columns: ['a platform for a test', 'p50', 'p99', 'CPU time each', 'tests at once'],
  rows: [
    [
      `fork of a world of ${size} MB, to the first answer, up to ${worldCount} worlds`,
      besideGoal(Math.round(median(forks.ms)), { atMost: 50 }, ' ms'),
      besideGoal(Math.round(percentile(forks.ms, 99)), { atMost: 100 }, ' ms'),
      ...cellsOf(forks).slice(2),
      'yes',
    ],
    ['reset of one sandbox', ...cellsOf(resets), 'no'],
    ['a new `npm start` with `--ephemeral`, and its end', ...cellsOf(starts), 'yes'],
  ],
  goals: [
    { name: `${worldCount} idle worlds, percent of a core`, value: Math.round(idlePercent * 10) / 10, atMost: 2 },
    { name: `${worldCount} idle worlds, MB of memory of all processes`, value: Math.round(idleMb), atMost: 600 },
    { name: 'of which before the first fork, in MB', value: Math.round(before), atMost: 600 },
  ],
})

async function forkAndAsk() {
  const world = await call(sandboxApi.worlds.createWorld, { body: {} })
  await createClient(world)(sandboxApi.demo.getOverview)
}

type Measured = { ms: number[]; cpuMs: number }

/** `cpuMs`: of all processes, for each run. */
async function measureAll(count: number, act: () => Promise<unknown>): Promise<Measured> {
  const ms: number[] = []
  const cpuBefore = cpuSeconds()
  for (let done = 0; done < count; done += 1) {
    const startedAt = performance.now()
    await act()
    ms.push(performance.now() - startedAt)
  }
  return { ms, cpuMs: ((cpuSeconds() - cpuBefore) * 1_000) / count }
}

/** Adds followers until the database has 10 MB more than its schema. Returns its size in MB. */
async function fill(): Promise<number> {
  const { db } = root.deps
  await sql`insert into channel (id, name, verified_mark, chat_channel_id, created_at)
    select md5(n::text), 'follower ' || n, false, md5(n::text), 0 from generate_series(1, 4000) n`.execute(db.read)
  // Otherwise autovacuum does it while the worlds are idle.
  await sql`vacuum analyze`.execute(db.read)
  const { rows } = await sql<{ mb: number }>`select pg_database_size(current_database()) / 1000000 as mb`.execute(
    db.read,
  )
  return rows[0]!.mb
}

function cellsOf({ ms, cpuMs }: Measured): string[] {
  return [median(ms), percentile(ms, 99), cpuMs].map((value) => `${Math.round(value)} ms`)
}

function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)]!
}

/** This process and the processes that it has started. */
function processes(): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = readText(`/proc/${name}/stat`)
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ', 1)[0]))
  }
  const own = new Set([process.pid])
  for (let size = 0; size !== own.size;) {
    size = own.size
    for (const [pid, parent] of parents) if (own.has(parent)) own.add(pid)
  }
  return [...own]
}

/** Proportional, so that the shared memory of PostgreSQL counts once. */
function residentMb(): number {
  const kib = processes().map((pid) => Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0))
  return kib.reduce((sum, one) => sum + one, 0) / 1_000
}

/** The CPU seconds of all processes. Parents contain the sum of their processes that have ended. */
function cpuSeconds(): number {
  const ticks = processes().map((pid) => {
    const stat = readText(`/proc/${pid}/stat`)
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  })
  return ticks.reduce((sum, one) => sum + one, 0) / ticksPerSec
}

/** Empty if the process has ended. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
