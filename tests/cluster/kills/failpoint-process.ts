import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Failpoint } from '../../support/programs/failpoints.ts'
import { findProgram } from '../../support/programs/program.ts'

/** Starts a process of the platform that kills itself at a failpoint, or runs until it is killed. */
export function startFailpointProcess(env: Record<string, string>, failpoint: Failpoint | '' = '', occurrence = 1) {
  const child = spawn(process.execPath, [findProgram('failpoint-main'), failpoint, String(occurrence)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const firstLine = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line))
  const ended = once(child, 'exit').then(() => null)
  return {
    ended,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** The URL of the process, or null if it killed itself before it was ready. */
    async ready(): Promise<string | null> {
      const line = await Promise.race([firstLine, ended])
      if (line !== null) return (JSON.parse(line) as { baseUrl: string }).baseUrl
      if (child.signalCode !== 'SIGKILL') throw new Error(`The process exited with code ${child.exitCode}`)
      return null
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
export type FailpointProcess = ReturnType<typeof startFailpointProcess>
