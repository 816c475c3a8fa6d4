import { spawn } from 'node:child_process'
import type { User } from './server-user.ts'

/**
 * Stops a server when this process has ended in any way, SIGKILL included: a shell reads from a pipe that the kernel then
 * closes. Disposing ends the shell. Without a shell, the next start stops the server.
 */
export function stopServerOnExit(pid: number, user: User | null): Disposable {
  const guard = spawn('/bin/sh', ['-c', 'read -r line || kill -INT "$0"', String(pid)], {
    ...user,
    cwd: '/',
    env: {},
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
