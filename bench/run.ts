import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../tests/support/programs/port.ts'
import { startPrivateRedis } from '../tests/support/programs/redis.ts'
import { byNameOnly, limits, totalSec } from './shared/limits.ts'
import { writeTables } from './shared/page.ts'
import type { Table } from './shared/report.ts'
import { describeSource } from './shared/source.ts'

/*
 * Runs benchmarks one after the other, each in its own process, and writes their tables to docs/performance.md.
 *   npm run bench                            all tables of the page, in at most 20 minutes
 *   npm run bench -- http inspector          these
 *   npm run bench -- http -- 5 2             one, with its own arguments: only prints the table
 */

const page = fileURLToPath(new URL('../docs/performance.md', import.meta.url))
const args = process.argv.slice(2)
const separator = args.indexOf('--')
const chosen = separator === -1 ? args : args.slice(0, separator)
const ownArgs = separator === -1 ? [] : args.slice(separator + 1)
const known = [...Object.keys(limits), ...byNameOnly]
const unknown = chosen.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}. Choose from: ${known.join(', ')}.`)
  process.exit(1)
}

let endCurrent = () => {}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endCurrent()
    process.exit(1)
  })
await using resources = new AsyncDisposableStack()
const redisUrl = process.env['TEST_REDIS_URL'] ?? (await startRedis())
const startedAt = performance.now()
const failed: string[] = []
let reservedSec = 0
for (const [name, seconds] of chosen.length > 0
  ? chosen.map((name) => [name, totalSec] as const)
  : Object.entries(limits)) {
  // The next one may use what the earlier ones left.
  reservedSec += seconds
  const limitSec = reservedSec - (performance.now() - startedAt) / 1_000
  console.log(`── ${name} (at most ${Math.round(limitSec)} s)`)
  const tables = await runOne(name, limitSec)
  if (tables === null) failed.push(name)
  // A run with other arguments is not what the page describes.
  else if (ownArgs.length === 0) await write(tables)
}
if (failed.length > 0) console.error(`Without a result, so the page keeps the old table: ${failed.join(', ')}.`)
process.exitCode = failed.length > 0 ? 1 : 0

async function startRedis(): Promise<string | undefined> {
  const redis = await startPrivateRedis(await findFreePort())
  if ('missing' in redis) {
    console.error(`Without Redis, the rows that need it are left out: ${redis.missing}`)
    return undefined
  }
  return resources.use(redis).url
}

/** Null if the benchmark failed or exceeded its limit. */
async function runOne(name: string, limitSec: number): Promise<Table[] | null> {
  const child = fork(new URL(`${name}.ts`, import.meta.url), ownArgs, {
    env: { ...process.env, ...(redisUrl !== undefined && { TEST_REDIS_URL: redisUrl }) },
    // A group of its own, so that its servers end with it.
    detached: true,
  })
  let tables: Table[] | null = null
  child.on('message', (message) => (tables = (message as { tables: Table[] }).tables))
  endCurrent = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // The group has ended.
    }
  }
  const timer = setTimeout(endCurrent, limitSec * 1_000)
  await once(child, 'exit')
  clearTimeout(timer)
  endCurrent()
  return tables
}

async function write(tables: Table[]) {
  const sources = tables.map((table) => ({ table, source: describeSource(table.packages ?? []) }))
  await writeFile(page, writeTables(await readFile(page, 'utf8'), sources))
  execFileSync(process.execPath, [fileURLToPath(new URL('../node_modules/oxfmt/bin/oxfmt', import.meta.url)), page])
}
