import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { sandboxApi } from '@onair/contract'
import type { Static } from 'typebox'
import { runCommand } from '@onair/cli/run-command.ts'
import { eventually } from '../eventually.ts'

export function findProgram(name: 'main' | 'failpoint-main'): string {
  return fileURLToPath(
    new URL(name === 'main' ? '../../../packages/cli/main.ts' : './failpoint-main.ts', import.meta.url),
  )
}

const readyWithinMs = 60_000

type Env = Record<string, string>
/** The line of `onair serve --json` in the sandbox. In production it has only the URLs and the process id. */
type Overview = Static<typeof sandboxApi.demo.getOverview.content> & { pid: number }
export type ExitResult = { code: number | null; stdout: string; stderr: string }

/** Starts the program as its own process, with the given settings, and with cheap hashes of passwords. */
export function startProgram(args: string[], env: Env = {}, cwd?: string, program = findProgram('main')) {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...(PATH !== undefined && { PATH }),
      ...(HOME !== undefined && { HOME }),
      ...(TMPDIR !== undefined && { TMPDIR }),
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
      ONAIR_LOG_LEVEL: 'error',
      ONAIR_ARGON_MEMORY_KIB: '8',
      ...env,
    },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => (stdout += String(text)))
  child.stderr.on('data', (text) => (stderr += String(text)))
  const firstLine = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line))
  let hasEnded = false
  const ended = once(child, 'close').then((): ExitResult => {
    hasEnded = true
    return { code: child.exitCode, stdout, stderr }
  })

  return {
    ended,
    pid: child.pid,
    /** The text that the process has written to standard error so far. */
    stderr: () => stderr,
    /** Parses the JSON line that the program prints when it is ready. Throws if it ends or prints none in time. */
    async ready<Line = Overview>(): Promise<Line> {
      const line = await Promise.race([firstLine, ended, wait(readyWithinMs, null, { ref: false })])
      if (line === null) throw new Error(`The program printed nothing within ${readyWithinMs} ms.`)
      if (typeof line !== 'string') throw new Error(`The program ended: ${line.stderr}`)
      return JSON.parse(line)
    },
    /** Waits until the program has printed `lines` lines. Throws if it ends first. */
    async waitForLines(lines: number) {
      const isPrinted = () => stdout.split('\n').length > lines
      await eventually(() => isPrinted() || hasEnded)
      if (!isPrinted()) throw new Error(`The program ended: ${stderr}`)
    },
    closeStdin: () => void child.stdin.end(),
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

/** Runs a command to its end, as its own process. */
export function runProgram(args: string[], env?: Env, cwd?: string): Promise<ExitResult> {
  return startProgram(args, env, cwd).ended
}

const commandOutput = new AsyncLocalStorage<{ stdout: string; stderr: string }>()
let isCapturing = false

function captureOutput() {
  if (isCapturing) return
  isCapturing = true
  for (const name of ['stdout', 'stderr'] as const) {
    const write = process[name].write.bind(process[name])
    process[name].write = (chunk: string | Uint8Array, ...rest: []) => {
      const output = commandOutput.getStore()
      if (output === undefined) return write(chunk, ...rest)
      output[name] += String(chunk)
      return true
    }
  }
}

/** Runs a command to its end in this process, which saves the processor time of a start. */
export async function runCommandHere(args: string[], env: Env = {}): Promise<ExitResult> {
  captureOutput()
  const output = { stdout: '', stderr: '' }
  const { PATH = '', HOME = '' } = process.env
  const code = await commandOutput.run(output, () => runCommand(args, { PATH, HOME, ONAIR_LOG_LEVEL: 'error', ...env }))
  return { code, ...output }
}
