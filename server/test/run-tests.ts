import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEmbeddedPostgres } from '../infra/db/embedded/embedded-postgres.ts'
import { createTemplateDatabase } from './databases.ts'
import { findTestRedis } from './redis.ts'

// Runs the tests: `npm test` for all, `npm test -- <files>` for some. One throw-away PostgreSQL serves them all, with a
// database for each test; TEST_DATABASE_URL points them at another server.

const print = (text: string) => void process.stderr.write(`${text}\n`)
await using closing = new AsyncDisposableStack()
const redis = await findTestRedis()
if ('missing' in redis) print(`${redis.missing}; what needs Redis is skipped.`)

const { TEST_DATABASE_URL: url } = process.env
const databaseServer = url === undefined ? JSON.stringify(await startTemporaryServer()) : url
const template = await createTemplateDatabase(databaseServer)
const files = process.argv.slice(2)
const patterns =
  files.length > 0
    ? files
    : ['contract/**/*.test.ts', 'server/**/*.test.ts', 'e2e/**/*.test.ts', 'examples/**/*.test.ts']
/** Hundreds of processes load the same files: what one has compiled the others need not compile again. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))
const runner = spawn(process.execPath, ['--test', '--test-concurrency=2', ...patterns], {
  stdio: 'inherit',
  env: {
    NODE_COMPILE_CACHE: compileCache,
    ...process.env,
    ONAIR_TEST_SERVER: databaseServer,
    ONAIR_TEST_TEMPLATE: template,
  },
})
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => runner.kill(name))
const [code] = (await once(runner, 'close')) as [number | null]
process.exitCode = code ?? 1

async function startTemporaryServer() {
  const dir = await mkdtemp(join(await findDatabaseDirectory(), 'onair-test-'))
  closing.defer(() => rm(dir, { recursive: true, force: true }))
  return closing.use(await openEmbeddedPostgres({ dir, durable: false, print: () => {}, maxConnections: 300 }))
    .connection
}

/** In memory where the machine has enough: each test makes a database and drops it, which waits for a disk ten times as long. */
async function findDatabaseDirectory() {
  const memory = await statfs('/dev/shm').catch(() => null)
  return memory !== null && memory.bavail * memory.bsize > 4e9 ? '/dev/shm' : tmpdir()
}
