import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { openEmbeddedPostgres } from '@onair/server/infra/db/embedded/embedded-postgres.ts'
import { createTemplateDatabase, dropTestDatabases, setFastDatabases, setFastLogin } from './databases.ts'
import { chunk } from '@onair/server/shared/chunk.ts'
import { findFreePort } from './port.ts'
import { startPrivateRedis } from './redis.ts'

// Runs the tests: `npm test` runs all, `npm test -- <files>` runs some, and with `--watch` again whenever a module that they
// import changes. All tests share one temporary PostgreSQL, where
// each has a database of its own at its time, and one temporary Redis. TEST_DATABASE_URL and REDIS_URL name others.

const folders = '{packages,tests,tools,examples,bench}'
/** These take longest, so they start first. */
const longest = [
  /^packages\/lab\/certify\//,
  /^tests\/cluster\/(kill-(one|three)-process|session-limits)/,
  /^tests\/browser\//,
  /^tests\/cluster\//,
  /^packages\/server\/infra\/db\//,
  /^packages\/cli\//,
  /^tests\//,
  /^packages\/(server|sandbox)\/api\//,
]
/** Most of their time these wait: for other processes, browsers, leases. */
const waiting = [
  /^tests\//,
  /^packages\/(lab|cli)\//,
  /^packages\/server\/infra\/db\/embedded\//,
  /^packages\/server\/infra\/outbound-http/,
]
/** These change or measure their process, or take minutes. Other files share processes, which load and optimize the code once, and have a lower priority. */
const ownProcess = [
  /^(tests\/(cluster|packages)|packages\/lab\/certify)\//,
  /^packages\/server\/gateway\/engine-io\/frame-fuzzing/,
  /^packages\/server\/infra\/outbound-http/,
]
/** These start programs. */
const startingPrograms = /^(tests|packages\/(cli|server\/infra))\//
/** Tests with real time, such as those of programs that are killed, get a processor before others. */
const lowPriority = new URL('low-priority.ts', import.meta.url).href
const filesPerProcess = 20
const waitingFilesPerProcess = 4

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'test-name-pattern': { type: 'string', multiple: true }, watch: { type: 'boolean', default: false } },
})
await using resources = new AsyncDisposableStack()
// The temporary files of the tests, the programs that they start included. Short, because sockets are in it.
const temporaryDirectory = await createTemporaryDirectory()
process.env['TMPDIR'] = temporaryDirectory
process.env['ONAIR_TEST_DATA'] = join(temporaryDirectory, 'data')
const files = findFiles(positionals.length > 0 ? positionals : [`${folders}/**/*.test.ts`])

// A bundle would be that of the first run.
if (!options.watch && files.some((file) => startingPrograms.test(file)))
  process.env['ONAIR_TEST_PROGRAMS'] = await bundlePrograms()
const { TEST_DATABASE_URL: url } = process.env
const databaseServer = url ?? JSON.stringify(await startTemporaryPostgres())
if (url === undefined) {
  await setFastLogin(databaseServer)
  await setFastDatabases(databaseServer)
}
process.env['ONAIR_TEST_SERVER'] = databaseServer
const template = await createTemplateDatabase(databaseServer)
if (url !== undefined) resources.defer(() => dropTestDatabases(databaseServer, template))
process.env['ONAIR_TEST_TEMPLATE'] = template
process.env['REDIS_URL'] ??= await startTemporaryRedis()
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

const interrupted = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort())
// With more processes than cores, threads of V8 for its compiler and garbage collector only cost processor time: a tenth.
const results = run({
  files: options.watch ? files.map((file) => resolve(file)) : await processFiles(files),
  watch: options.watch,
  // More than the cores, because of the tests that wait.
  concurrency: availableParallelism() + 3,
  execArgv: [
    '--single-threaded',
    // After a failed setup, a connection that is left open must not keep the run from ending.
    '--test-force-exit',
    // Requests and their rows die young: with a larger space for them, the garbage collector runs a quarter as often.
    '--min-semi-space-size=64',
    '--max-semi-space-size=64',
    '--import',
    new URL('without-promise-tracking.ts', import.meta.url).href,
  ],
  signal: interrupted.signal,
  // The longest group of files takes a fifth of it.
  ...(!options.watch && { timeout: 15 * 60_000 }),
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

/** In a fixed folder, because the compile cache finds modules by their path. */
async function bundlePrograms(): Promise<string> {
  const folder = fileURLToPath(new URL('../../node_modules/.cache/programs', import.meta.url))
  const script = fileURLToPath(new URL('bundle-programs.ts', import.meta.url))
  await promisify(execFile)(process.execPath, [script, folder])
  return folder
}

function findFiles(patterns: string[]): string[] {
  const found = globSync(patterns, { exclude: ['**/node_modules/**'] })
  if (found.length === 0) throw new Error(`No test file matches ${patterns.join(' ')}.`)
  return found.sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
}

/** The last rank is that of the files that no pattern names: -1 as an unsigned number. */
function rank(file: string): number {
  return longest.findIndex((pattern) => pattern.test(file)) >>> 0
}

/** One file for each process: a test file, or a file that imports several. */
async function processFiles(files: string[]): Promise<string[]> {
  const [waitingFiles, busyFiles] = partition(files, (file) => matches(file, waiting))
  const groups = interleave(groupFiles(waitingFiles, waitingFilesPerProcess), groupFiles(busyFiles, filesPerProcess))
  return Promise.all(
    groups.map(async (files, index) => {
      if (files.length === 1) return resolve(files[0]!)
      const path = join(temporaryDirectory, `${index}.mjs`)
      const imports = files.map((file) => `import '${pathToFileURL(file).href}'\n`)
      await writeFile(path, [`import '${lowPriority}'\n`, ...imports].join(''))
      return path
    }),
  )
}

/** The groups in the order of their first files. */
function groupFiles(files: string[], size: number): string[][] {
  const [own, shared] = partition(files, (file) => matches(file, ownProcess))
  const groups = [...own.map((file) => [file]), ...chunk(shared, size)]
  return groups.sort(([one = ''], [other = '']) => rank(one) - rank(other))
}

/** Spreads both over the run: next to groups that wait, a busy one fills the cores. */
function interleave<T>(...lists: T[][]): T[] {
  const placed = lists.flatMap((list) => list.map((item, at) => ({ item, place: (at + 0.5) / list.length })))
  return placed.sort((one, other) => one.place - other.place).map(({ item }) => item)
}

function matches(file: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(file))
}

function partition<T>(items: T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
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

/** In memory, where the machine has enough and programs may run from it: a database takes a tenth of the time there. */
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
