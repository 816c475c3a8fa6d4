import { spawn, execFileSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { openEmbeddedPostgres, type ConnectionParameters } from './embedded-postgres.ts'

export const isRoot = process.getuid?.() === 0

type TemporaryDirectory = Disposable & { path: string }

/** A folder that is gone after the test, whatever a test that failed has left running on it. */
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

/** The processes with this path in their command line, as the system sees them. */
export function findProcesses(path: string): Process[] {
  const output = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return [...output.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)]
    .map(([, pid, parent, args = '']) => ({ pid: Number(pid), parent: Number(parent), args }))
    .filter(({ args }) => args.includes(path))
}

/** How many servers run on the cluster in this folder. A child that a server has just forked still looks like it. */
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

/** What runs it, and what is run. */
export type Program = { node: string; script: string }

/** Runs a program that keeps rows in the folder; its lines can be waited for, and it can be killed at any of them. */
export function startKillableProgram(
  dir: string,
  options: SpawnOptions = {},
  { node, script }: Program = { node: process.execPath, script: join(import.meta.dirname, 'program-to-kill.ts') },
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
    acknowledgedRows: () => lines.filter((line) => line.startsWith('kept ')).map((line) => Number(line.slice(5))),
    /** Resolves with the first line that matches; throws if the program ends before it. */
    async waitForLine(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = lines.find((line) => pattern.test(line))
        if (found !== undefined) return found
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`ended after: ${lines.join('\n')}`)
        await Promise.race([once(emitter, 'line'), ended])
      }
    },
    close: () => child.stdin.write('close\n'),
    kill,
    ended,
    [Symbol.asyncDispose]: kill,
  }
}

/** Waits until it is so, looking as often as the program lets us. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate)
}

export const readTextIfExists = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
