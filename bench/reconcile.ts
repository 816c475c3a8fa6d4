import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../tests/support/programs/port.ts'
import { startProgram } from '../tests/support/programs/program.ts'
import { readMetrics } from './shared/read-metrics.ts'
import { report } from './shared/report.ts'
import { readCpuMicros, readNumberOption, requireOpenFiles } from './shared/system.ts'

/*
 * Measures what idle sessions cost: processor time of the complete program and of its PostgreSQL per second, without and with
 * sessions that have a subscription each. Every 2 seconds the gateway reads the subscriptions of all of them. `onair load`
 * opens them and sends one chat message per second.
 *   node bench/reconcile.ts [--sessions=2000]
 */
const sessions = readNumberOption('sessions', 2_000)
const measuredSec = 20
requireOpenFiles(sessions + 200)

const folder = await mkdtemp(join(tmpdir(), 'onair-bench-'))
const opsPort = await findFreePort()
await using program = startProgram(['serve', '--port', '0', '--data-dir', join(folder, 'data'), '--json'], {
  ONAIR_INSPECTOR: 'on-demand',
  ONAIR_OPS_PORT: `${opsPort}`,
})
const { baseUrl } = await program.ready()
const idle = await measureCpu()
const load = startProgram([
  'load',
  '--url',
  baseUrl,
  '--sessions',
  `${sessions}`,
  '--rate',
  '1',
  '--seconds',
  `${measuredSec + 20}`,
  '--json',
])
while ((await countConnections()) < sessions) await wait(1_000)
await wait(5_000)
const busy = await measureCpu()
const micros = (part: 'server' | 'database') => `${(((busy[part] - idle[part]) / sessions) * 1_000_000).toFixed(0)} µs`
await report({
  name: 'reconcile',
  columns: [`${sessions} sessions with a subscription each`, 'processor time per second of each'],
  rows: [
    ['server', micros('server')],
    ['PostgreSQL', micros('database')],
  ],
})
await load.ended
await program.stop()
await rm(folder, { recursive: true, force: true })

async function countConnections(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${opsPort}/metrics`)
  return readMetrics(await response.text()).connections
}

/** Processor time in seconds per second. A process of PostgreSQL that ends during the measurement is not counted. */
async function measureCpu() {
  const pids = await findPostgresProcesses()
  const read = () => [readCpuMicros(program.pid), ...pids.map(readOrZero)]
  const [startedAt, before] = [performance.now(), read()]
  await wait(measuredSec * 1_000)
  const [after, elapsed] = [read(), (performance.now() - startedAt) * 1_000]
  const [server = 0, ...database] = after.map((micros, at) => Math.max(0, micros - (before[at] ?? 0)) / elapsed)
  return { server, database: database.reduce((sum, share) => sum + share, 0) }
}

function readOrZero(pid: number): number {
  try {
    return readCpuMicros(pid)
  } catch {
    return 0
  }
}

/** The processes that the program has started, and those that they have started. */
async function findPostgresProcesses(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await findParent(pid)] as const)))
  const isDescendant = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === program.pid || isDescendant(parent))
  }
  return pids.filter(isDescendant)
}

/** Undefined if it has ended. */
async function findParent(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat === null ? undefined : Number(stat.split(') ').at(-1)?.split(' ')[1])
}
