import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { KillPoint } from '../../../server/testing/kill-points.ts'

const program = fileURLToPath(new URL('../../../server/testing/platform-to-kill.ts', import.meta.url))

/** A process of the platform that kills itself at a point, or lives until it is killed. */
export function startToKill(env: Record<string, string>, point: KillPoint | '' = '', nth = 1) {
  const child = spawn(process.execPath, [program, point, String(nth)], {
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
export type Killable = ReturnType<typeof startToKill>
