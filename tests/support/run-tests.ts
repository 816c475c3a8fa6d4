import '../../tools/delete-driver-variables.ts'
import { globSync, statSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openEmbeddedPostgres } from '@onair/server/infra/db/embedded/embedded-postgres.ts'
import { createTemplateDatabase, deleteTestDatabases, setFastDatabases, setFastLogin } from './programs/databases.ts'
import { chunk } from '@onair/server/shared/chunk.ts'
import { findFreePort } from './programs/port.ts'
import { startPrivateRedis } from './programs/redis.ts'
import { testGroup } from './test-group.ts'

// Runs the tests: `npm test` those beside the code, `npm run test:all` also those in tests/ and bench/, `npm test -- FILE …`
// some files or folders, and with `--watch` again whenever a module that they import changes. All share one temporary PostgreSQL, where each
// has a database of its own at its time, and one temporary Redis. TEST_DATABASE_URL and TEST_REDIS_URL name others.

const besideCode = '{packages,tools,examples}/**/*.test.ts'
/** The tests of whole programs, browsers and machines. */
const ofPrograms = '{tests,bench}/**/*.test.ts'
/**
 * Files that share a process, which loads and optimizes the code once, and starts one Chromium. `docs`: those of the command line too. The others wait for most of
 * their time for the programs that they start, and have a process each.
 */
const filesPerProcess = { besideCode: 20, browser: 7, docs: 5 }
/** Tests beside the code have a lower priority, so that tests with real time, such as those of killed programs, get a processor first. */
const lowPriority = fileURLToPath(new URL('low-priority.ts', import.meta.url))

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'test-name-pattern': { type: 'string', multiple: true },
    all: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
  },
})
await using resources = new AsyncDisposableStack()
// The temporary files of the tests, the programs that they start included. Short, because sockets are in it.
const temporaryDirectory = await createTemporaryDirectory()
process.env['TMPDIR'] = temporaryDirectory
process.env['TEST_DATA_DIR'] = join(temporaryDirectory, 'data')
const files = findFiles(positionals.length > 0 ? positionals : options.all ? [besideCode, ofPrograms] : [besideCode])
const { TEST_DATABASE_URL: url } = process.env
const databaseServer = url ?? JSON.stringify(await startTemporaryPostgres())
if (url === undefined) {
  await setFastLogin(databaseServer)
  await setFastDatabases(databaseServer)
}
process.env['TEST_DATABASE_SERVER'] = databaseServer
const template = await createTemplateDatabase(databaseServer)
if (url !== undefined) resources.defer(() => deleteTestDatabases(databaseServer, template))
process.env['TEST_DATABASE_TEMPLATE'] = template
process.env['TEST_REDIS_URL'] ??= await startTemporaryRedis()
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

// A test that is the first to need it would create it beside busy ones, which takes a minute.
if (positionals.length === 0) await (await import('./programs/data-directory.ts')).findOriginal()

const interrupted = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort())
// With more processes than cores, threads of V8 for its compiler and garbage collector only cost processor time: a tenth.
const results = run({
  files: options.watch ? files.map((file) => resolve(file)) : await processFiles(files),
  watch: options.watch,
  // More than the cores, because of the tests that wait. Those of whole programs wait for most of their time.
  concurrency: availableParallelism() + (options.all ? 4 : 3),
  execArgv: [
    '--single-threaded',
    // After a failed setup, a connection that is left open must not keep the run from ending.
    '--test-force-exit',
    // Requests and their rows die young: with a larger space for them, the garbage collector runs a quarter as often.
    '--min-semi-space-size=64',
    '--max-semi-space-size=64',
    // The heap grows to this size with the code and the apps that a process opens. Collecting it on the way finds little.
    '--initial-old-space-size=400',
  ],
  signal: interrupted.signal,
  // The limit of a test that has no other. In its long form, for which files are named, a test takes hours.
  ...(!options.watch && { timeout: (positionals.length === 0 ? 15 : 720) * 60_000 }),
  ...(options['test-name-pattern'] && { testNamePatterns: options['test-name-pattern'] }),
})
results.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1
})
// An error outside of all tests fails the process of a file. The reporter prints it in the middle of the output.
const errorsOutside: string[] = []
results.on('test:diagnostic', ({ message }) => {
  if (message.startsWith('Error: ')) errorsOutside.push(message)
})
for await (const text of results.compose(new spec())) process.stdout.write(String(text))
for (const message of errorsOutside) process.stdout.write(`✖ ${message}\n`)

function findFiles(patterns: string[]): string[] {
  const all = patterns.map((pattern) => (isFolder(pattern) ? join(pattern, '**/*.test.ts') : pattern))
  const found = globSync(all, { exclude: ['**/node_modules/**'] })
  if (found.length === 0) throw new Error(`No test file matches ${patterns.join(' ')}.`)
  return found.sort()
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Returns one file for each process: a test file, or a file that imports several. Next to one that waits, a busy one runs. */
async function processFiles(files: string[]): Promise<string[]> {
  const { browser = [], docs = [], besideCode: code = [], own = [] } = Object.groupBy(files, findKind)
  const shared = [
    ...chunk(browser, filesPerProcess.browser).map((group) => testGroup(group)),
    ...chunk(docs, filesPerProcess.docs).map((group) => testGroup(group)),
    ...chunk(code, filesPerProcess.besideCode).map((group) => testGroup(group, [lowPriority])),
  ]
  const groups = shared.map(async (module, index) => {
    const path = join(temporaryDirectory, `${index}.mjs`)
    await writeFile(path, module)
    return path
  })
  return interleave(
    own.map((file) => resolve(file)),
    await Promise.all(groups),
  )
}

function findKind(file: string): keyof typeof filesPerProcess | 'own' {
  if (file.startsWith('tests/browser/')) return 'browser'
  if (/^tests\/(cli|docs)\//.test(file)) return 'docs'
  return /^(tests|bench)\//.test(file) ? 'own' : 'besideCode'
}

/** Spreads both lists evenly. */
function interleave(...lists: string[][]): string[] {
  const placed = lists.flatMap((list) => list.map((item, index) => ({ item, place: (index + 0.5) / list.length })))
  return placed.sort((one, other) => one.place - other.place).map(({ item }) => item)
}

async function startTemporaryPostgres() {
  const options = { dir: join(temporaryDirectory, 'server'), durable: false, print: () => {}, maxConnections: 300 }
  return resources.use(await openEmbeddedPostgres(options)).connection
}

async function startTemporaryRedis(): Promise<string> {
  const redis = await startPrivateRedis(await findFreePort())
  if ('missing' in redis) {
    process.stderr.write(`${redis.missing} The tests that need Redis are skipped.\n`)
    return ''
  }
  return resources.use(redis).url
}

/** Uses memory where the machine has enough and programs may run from it: a database is ten times faster there. */
async function createTemporaryDirectory(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => null)
  const isUsable = memory !== null && memory.bavail * memory.bsize > 4e9 && !(await isNoexec('/dev/shm'))
  const dir = await mkdtemp(join(isUsable ? '/dev/shm' : tmpdir(), 'onair-'))
  resources.defer(() => rm(dir, { recursive: true, force: true }))
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(dir, 0o711)
  return dir
}

async function isNoexec(mountPoint: string): Promise<boolean> {
  const mounts = await readFile('/proc/mounts', 'utf8')
  return mounts.split('\n').some((line) => {
    const [, path, , options = ''] = line.split(' ')
    return path === mountPoint && options.split(',').includes('noexec')
  })
}
