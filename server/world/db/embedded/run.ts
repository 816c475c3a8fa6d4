import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { cannotOpen, codeOf } from './cannot-open.ts'
import { noBinaries, thisPlatform } from './binaries.ts'
import type { User } from './reachable.ts'

/**
 * How every program of PostgreSQL is spawned: as its user, with nothing of our environment, and in a process group of
 * its own, so that Ctrl-C in a terminal reaches only this program, which then stops it in order.
 */
export const spawnOptions = (user: User | null, cwd: string) => ({
  ...user,
  cwd,
  detached: true,
  env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
})

/** Runs a program to its end; throws with what it said if it fails. */
export async function run(file: string, args: string[], how: { user: User | null; cwd: string; input?: string }) {
  const child = spawn(file, args, spawnOptions(how.user, how.cwd))
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  // A program that ends before it has read its input says why by itself.
  child.stdin.on('error', () => {})
  child.stdin.end(how.input ?? '')
  const [code, signal] = await once(child, 'close').catch(asFault)
  if (code !== 0) throw cannotOpen(`${file} failed (${code ?? signal}): ${(await said).join('\n').trim()}`)
}

/** A file that is there and yet not found lacks its loader: these binaries are for another C library, not musl. */
export function asFault(error: unknown): never {
  throw codeOf(error) === 'ENOENT' ? noBinaries(`${thisPlatform}, perhaps with musl`, error) : error
}
