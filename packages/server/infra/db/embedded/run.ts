import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { unsupportedPlatform, thisPlatform } from './binaries.ts'
import { databaseOpenError, systemErrorCode } from './errors.ts'
import type { User } from './permissions.ts'

const baseEnv = { LC_ALL: 'C', PATH: '/usr/bin:/bin' }

/**
 * Spawns a PostgreSQL program as its user, without this process's environment, and in a separate process group: Ctrl-C
 * in a terminal then reaches only this process, which shuts PostgreSQL down.
 */
export async function spawnAsUser(
  file: string,
  args: string[],
  { user, cwd, stdio, env }: { user: User | null; cwd: string; stdio: StdioOptions; env?: Record<string, string> },
): Promise<ChildProcess & { pid: number }> {
  try {
    const child = spawn(file, args, { ...user, cwd, stdio, env: { ...baseEnv, ...env }, detached: true })
    await once(child, 'spawn')
    if (child.pid === undefined) throw new Error('a spawned process has an id')
    return Object.assign(child, { pid: child.pid })
  } catch (error) {
    // ENOENT for an existing file means that its loader is missing: the binaries are built for another C library.
    if (systemErrorCode(error) === 'ENOENT') throw unsupportedPlatform(`${thisPlatform}, perhaps with musl`, error)
    throw databaseOpenError(`Cannot run PostgreSQL${user ? ` as user ${user.uid}` : ''}: ${String(error)}`, error)
  }
}

/** A program failed. */
export class RunFailed extends Error {
  readonly output: string
  constructor(message: string, output: string) {
    super(message)
    this.output = output
  }
}

/** Runs a program and waits for it to exit. If it fails, throws RunFailed with its output. */
export async function run(file: string, args: string[], options: { user: User | null; cwd: string; input?: string }) {
  const child = await spawnAsUser(file, args, { ...options, stdio: 'pipe' })
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('a process with pipes has streams')
  const output = Promise.all([text(stdout), text(stderr)])
  // If the program ends before it has read its input, its exit code is reported.
  stdin.on('error', () => {})
  stdin.end(options.input ?? '')
  const [code, signal] = await once(child, 'close')
  if (code !== 0) throw new RunFailed(`${file} failed (${code ?? signal})`, (await output).join('\n'))
}
