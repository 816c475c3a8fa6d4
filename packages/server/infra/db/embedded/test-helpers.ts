import { spawn, execFileSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { openEmbeddedPostgres, type ConnectionParameters } from './embedded-postgres.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { isDiskFullError } from './start-failure.ts'

export const isRoot = process.getuid?.() === 0

/** Tests that mount a file system or create a process namespace. */
export const rootOnly = { skip: isRoot && process.platform === 'linux' ? false : 'requires root on Linux' }

/** A file system in memory of this size. `fill` leaves no free space; `free` gives it back. */
export async function mountDisk(megabytes: number) {
  const folder = createTempFolder()
  const ballast = join(folder.path, 'ballast')
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder.path])
  return {
    path: folder.path,
    fill: () => fillDisk(ballast),
    free: () => rmSync(ballast),
    async [Symbol.asyncDispose]() {
      for (const { pid } of findProcesses(folder.path)) process.kill(pid, 'SIGKILL')
      await eventually(() => findProcesses(folder.path).length === 0)
      execFileSync('umount', ['--lazy', folder.path])
      folder[Symbol.dispose]()
    },
  }
}

function fillDisk(path: string) {
  const file = openSync(path, 'w')
  try {
    for (const size of [1 << 20, 4_096]) writeUntilFull(file, Buffer.alloc(size, 1))
  } finally {
    closeSync(file)
  }
}

function writeUntilFull(file: number, block: Buffer) {
  try {
    while (writeSync(file, block) === block.length);
  } catch (error) {
    if (!isDiskFullError(error)) throw error
  }
}

export type TemporaryDirectory = Disposable & { path: string }

/** A temporary directory. Disposing kills processes that use it and removes it. */
export function createTempFolder(mode = 0o711): TemporaryDirectory {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'onair-postgres-')))
  chmodSync(path, mode)
  return {
    path,
    [Symbol.dispose]() {
      for (const { pid } of findProcesses(path)) process.kill(pid, 'SIGKILL')
      rmSync(path, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

type Process = { pid: number; parent: number; args: string }

/** The processes with this path in their command line. */
export function findProcesses(path: string): Process[] {
  const output = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return [...output.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)]
    .map(([, pid, parent, args = '']) => ({ pid: Number(pid), parent: Number(parent), args }))
    .filter(({ args }) => args.includes(path))
}

/** How many servers run on this cluster. Children that a server has just forked have the same command line. */
export function countServers(dir: string): number {
  const matching = findProcesses(`/postgres -D ${join(dir, 'postgres')} `)
  return matching.filter(({ parent }) => !matching.some(({ pid }) => pid === parent)).length
}

export const openPostgres = (dir: string) => openEmbeddedPostgres({ dir, durable: false, print: () => {} })

export async function query(connection: ConnectionParameters, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

export type Program = { node: string; script: string }

/** Starts crash-test-program.ts. The test can wait for its lines and kill it. */
export function startKillableProgram(
  dir: string,
  options: SpawnOptions = {},
  { node, script }: Program = { node: process.execPath, script: join(import.meta.dirname, 'crash-test-program.ts') },
) {
  const child = spawn(node, [script, dir], { ...options, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines: string[] = []
  const emitter = new EventTarget()
  const notify = () => void emitter.dispatchEvent(new Event('line'))
  createInterface({ input: child.stdout })
    .on('line', (line) => {
      lines.push(line)
      notify()
    })
    .on('close', notify)
  const ended = once(child, 'close')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    lines,
    committedRows: () =>
      lines.filter((line) => line.startsWith('committed ')).map((line) => Number(line.slice('committed '.length))),
    /** Returns the first line that matches. Throws if the program exits before it. */
    async waitForLine(pattern: RegExp): Promise<string> {
      const signal = AbortSignal.timeout(60_000)
      for (;;) {
        const found = lines.find((line) => pattern.test(line))
        if (found !== undefined) return found
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`exited after: ${lines.join('\n')}`)
        await Promise.race([once(emitter, 'line', { signal }), ended])
      }
    },
    close: () => child.stdin.write('close\n'),
    kill,
    ended,
    [Symbol.asyncDispose]: kill,
  }
}

export const readTextIfExists = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
