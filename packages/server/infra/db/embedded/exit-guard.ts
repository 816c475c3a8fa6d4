import { spawn } from 'node:child_process'
import type { User } from './permissions.ts'

/**
 * Runs a script in a shell when this process has ended in any way, SIGKILL included: the shell reads from a pipe that the
 * kernel then closes. `argument` is `$0`. Disposing ends the shell.
 */
export function runOnExit(script: string, argument: string, user: User | null = null): Disposable {
  const guard = spawn('/bin/sh', ['-c', `read -r line && exit\n${script}`, argument], {
    ...user,
    cwd: '/',
    env: process.env['PATH'] === undefined ? {} : { PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'ignore'],
    // Signals to the process group of this process must not end the guard first.
    detached: true,
  })
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  ;(guard.stdin as typeof guard.stdin & { unref?: () => void }).unref?.()
  return { [Symbol.dispose]: () => void guard.stdin.end('\n') }
}

/** Stops a server. Without a shell, the next start stops it. */
export function stopServerOnExit(pid: number, user: User | null): Disposable {
  return runOnExit('kill -INT "$0"', String(pid), user)
}
