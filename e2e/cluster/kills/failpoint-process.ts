import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Failpoint } from '../../../server/test/failpoints.ts'

const program = fileURLToPath(new URL('../../../server/test/failpoint-main.ts', import.meta.url))

/** A process of the platform that kills itself at a point, or lives until it is killed. */
export function startFailpointProcess(env: Record<string, string>, failpoint: Failpoint | '' = '', occurrence = 1) {
  const child = spawn(process.execPath, [program, failpoint, String(occurrence)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const firstLine = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line))
  const ended = once(child, 'exit').then(() => null)
  return {
    ended,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** Where it answers; null when it was killed before it did. */
    async ready(): Promise<string | null> {
      const line = await Promise.race([firstLine, ended])
      if (line !== null) return (JSON.parse(line) as { baseUrl: string }).baseUrl
      if (child.signalCode !== 'SIGKILL') throw new Error(`the platform ended by itself: ${child.exitCode}`)
      return null
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
export type FailpointProcess = ReturnType<typeof startFailpointProcess>
