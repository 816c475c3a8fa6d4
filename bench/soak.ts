import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, sandboxApi } from '@onair/sdk'
import { createAccounts, runLoad, type LoadAccount } from '@onair/lab/load'
import { memoryBus } from '@onair/server/infra/bus/memory-bus.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import { openDb } from '@onair/server/infra/db/db.ts'
import { connectEmbeddedPostgres } from '@onair/server/infra/db/embedded/embedded-postgres.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { findFreePort } from '../tests/support/programs/port.ts'
import { startProgram } from '../tests/support/programs/program.ts'
import { findGrowth, type Sample } from './shared/growth.ts'
import { readReachableBytes } from './shared/inspected-heap.ts'
import { readMetrics } from './shared/read-metrics.ts'
import { readTables } from './shared/read-tables.ts'
import { readNumberOption } from './shared/system.ts'

/*
 * Loads the complete program for an hour: sessions that connect and disconnect every 20 seconds, chat messages and donations.
 * Memory is judged by what is reachable after a full collection: the resident size also has garbage and free pages.
 * Exits with 1 if memory, descriptors, connections, queues or tables grow after the first third, or if a delivery is lost.
 *   npm run soak -- [--minutes=60] [--sessions=50] [--rate=20]
 */
const minutes = readNumberOption('minutes', 60)
const sessions = readNumberOption('sessions', 50)
const rate = readNumberOption('rate', 20)
const cycleSec = 20
const pauseMs = 3_000

const folder = await mkdtemp(join(tmpdir(), 'onair-soak-'))
const dataDir = join(folder, 'data')
const opsPort = await findFreePort()
const inspectorPort = await findFreePort()
const ending = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort())
const { signal } = ending
try {
  process.exitCode = await soak()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function soak(): Promise<number> {
  const args = ['serve', '--port', '0', '--data-dir', dataDir, '--json']
  const env = { ONAIR_OPS_PORT: String(opsPort), NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}` }
  await using program = startProgram(args, env)
  const { baseUrl } = await program.ready()
  const connection = await connectEmbeddedPostgres(dataDir)
  if (connection === null) throw new Error('The database does not run.')
  await using bus = memoryBus({ log: silentLog })
  await using db = openDb(connection, { bus, clock: systemClock(), log: silentLog, poolSize: 1 })
  const call = createClient({ baseUrl })
  const createCaller = (credentials: object) => createClient({ baseUrl, credentials })
  const accountCount = Math.ceil(sessions / 10)
  const accounts = await createAccounts(
    call,
    { accounts: accountCount, channels: accountCount },
    { createCaller, onProgress: () => {}, signal },
  )
  const samples: Sample[] = []
  const totals = { sent: 0, received: 0, lost: 0, repeated: 0, failed: 0, sessionsEnded: 0, donations: 0 }
  const endAt = performance.now() + minutes * 60_000
  while (performance.now() < endAt && !signal.aborted) {
    const donating = donateToEach(call, accounts)
    const options = { prepare: async () => accounts, sessions, rate, seconds: cycleSec, signal, print: () => {} }
    const report = await runLoad(options)
    totals.donations += await donating
    for (const name of ['sent', 'received', 'lost', 'repeated', 'failed', 'sessionsEnded'] as const)
      totals[name] += report[name]
    await wait(pauseMs)
    const heapBytes = await readReachableBytes(inspectorPort)
    const metrics = readMetrics(await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text())
    samples.push({ ...metrics, heapBytes, tables: await readTables(db.read) })
    const line = { heapBytes, ...metrics, ...totals, p99: report.latencyMs.p99, reasons: report.reasons }
    console.log(`${new Date().toISOString()} ${JSON.stringify(line)}`)
  }
  if (program.stderr() !== '') console.log(`The log of the server:\n${program.stderr()}`)
  const growths = findGrowth(samples)
  for (const { name, from, to, allowed } of growths)
    console.log(`GROWTH of ${name}: ${from} to ${to}, allowed ${allowed}`)
  if (growths.length === 0) console.log('No growth after the warm-up.')
  return growths.length + totals.lost + totals.repeated + totals.failed + totals.sessionsEnded > 0 ? 1 : 0
}

async function donateToEach(call: ReturnType<typeof createClient>, accounts: readonly LoadAccount[]): Promise<number> {
  for (const { channelId } of accounts)
    await call(sandboxApi.payments.donate, { body: { channelId, byChannelId: null, payAmount: 1_000 } })
  return accounts.length
}
