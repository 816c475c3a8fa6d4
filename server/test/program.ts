import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

type Env = Record<string, string>
export type ExitResult = { code: number | null; stdout: string; stderr: string }

/** Starts the program as its own process, with the given settings and no other. */
export function startProgram(args: string[], env: Env = {}, cwd?: string) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...(PATH !== undefined && { PATH }),
      ...(HOME !== undefined && { HOME }),
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => (stdout += String(text)))
  child.stderr.on('data', (text) => (stderr += String(text)))
  const firstLine = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line))
  const ended = once(child, 'close').then((): ExitResult => ({ code: child.exitCode, stdout, stderr }))

  return {
    ended,
    pid: child.pid,
    /** Parses the JSON line that the program prints when it is ready. Throws if the program ends first. */
    async ready(): Promise<any> {
      const line = await Promise.race([firstLine, ended])
      if (typeof line !== 'string') throw new Error(`The program ended: ${line.stderr}`)
      return JSON.parse(line)
    },
    /** Waits until the program has printed `lines` lines. Throws if it ends first. */
    async waitForLines(lines: number) {
      while (stdout.split('\n').length <= lines)
        if (await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)]))
          throw new Error(`The program ended: ${stderr}`)
    },
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    async stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' = 'SIGTERM'): Promise<ExitResult> {
      child.kill(signal)
      return ended
    },
    reload: () => void child.kill('SIGHUP'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs a command to its end. */
export function runProgram(args: string[], env?: Env, cwd?: string): Promise<ExitResult> {
  return startProgram(args, env, cwd).ended
}
