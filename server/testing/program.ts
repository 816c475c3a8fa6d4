import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

type Env = Record<string, string>
export type Ended = { code: number | null; out: string; said: string }

/** The real program as a process of its own, with no setting but those given. */
export function startProgram(args: string[], env: Env = {}, cwd?: string) {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...(PATH !== undefined && { PATH }), ...(HOME !== undefined && { HOME }), LOG_LEVEL: 'error', ...env },
  })
  let out = ''
  let said = ''
  child.stdout.on('data', (text) => (out += String(text)))
  child.stderr.on('data', (text) => (said += String(text)))
  const firstLine = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line))
  const ended = once(child, 'close').then((): Ended => ({ code: child.exitCode, out, said }))

  return {
    ended,
    pid: child.pid,
    /** The line that it prints when it is ready, read as JSON. Throws when it ends before. */
    async ready(): Promise<any> {
      const line = await Promise.race([firstLine, ended])
      if (typeof line !== 'string') throw new Error(`the program ended: ${line.said}`)
      return JSON.parse(line)
    },
    /** Waits until it has printed so many lines. Throws when it ends before. */
    async printed(lines: number) {
      while (out.split('\n').length <= lines)
        if (await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)]))
          throw new Error(`the program ended: ${said}`)
    },
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    async stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' = 'SIGTERM'): Promise<Ended> {
      child.kill(signal)
      return ended
    },
    hangUp: () => void child.kill('SIGHUP'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A command that ends by itself. */
export function runProgram(args: string[], env?: Env, cwd?: string): Promise<Ended> {
  return startProgram(args, env, cwd).ended
}
