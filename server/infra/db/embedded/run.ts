import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { unsupportedPlatform, thisPlatform } from './binaries.ts'
import { databaseOpenError, systemErrorCode } from './errors.ts'
import type { User } from './permissions.ts'

/**
 * Spawns a program of PostgreSQL: as its user, with nothing of our environment, and in a process group of its own, so
 * that Ctrl-C in a terminal reaches this program alone, which then stops the other in order.
 */
export async function spawnAsUser(
  file: string,
  args: string[],
  { user, cwd, stdio }: { user: User | null; cwd: string; stdio: StdioOptions },
): Promise<ChildProcess & { pid: number }> {
  try {
    const env = { LC_ALL: 'C', PATH: '/usr/bin:/bin' }
    const child = spawn(file, args, { ...user, cwd, stdio, env, detached: true })
    await once(child, 'spawn')
    if (child.pid === undefined) throw new Error('a spawned process has an id')
    return Object.assign(child, { pid: child.pid })
  } catch (error) {
    // A file that is there and yet not found lacks its loader: the binaries are for another C library than this one.
    if (systemErrorCode(error) === 'ENOENT') throw unsupportedPlatform(`${thisPlatform}, perhaps with musl`, error)
    throw databaseOpenError(`PostgreSQL cannot be run${user ? ` as user ${user.uid}` : ''}: ${String(error)}`, error)
  }
}

/** Runs a program to its end; throws with what it said if it fails. */
export async function run(file: string, args: string[], options: { user: User | null; cwd: string; input?: string }) {
  const child = await spawnAsUser(file, args, { ...options, stdio: 'pipe' })
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('a process with pipes has streams')
  const output = Promise.all([text(stdout), text(stderr)])
  // A program that ends before it has read its input says why by itself.
  stdin.on('error', () => {})
  stdin.end(options.input ?? '')
  const [code, signal] = await once(child, 'close')
  if (code !== 0) throw databaseOpenError(`${file} failed (${code ?? signal}): ${(await output).join('\n').trim()}`)
}
