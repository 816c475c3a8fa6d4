import { spawn } from 'node:child_process'

/** The program under test while it runs. */
export type Program = {
  /** Why it ended; null while it runs. */
  ended(): string | null
  /** The output of the program, up to a bound. */
  output(): string
  stop(): Promise<void>
}
export type StartProgram = (env: Record<string, string>) => Program

/** More output of the program is dropped. */
export const maxOutput = 200_000
const killAfterMs = 2_000

/** Starts a shell command, in a process group of its own so that its children end with it. */
export function commandStarter(command: string, environment: Record<string, string | undefined>): StartProgram {
  return (env) => {
    const child = spawn(command, {
      shell: true,
      detached: process.platform !== 'win32',
      env: { ...environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [output, ended] = ['', null as string | null]
    const keep = (text: unknown) => (output = `${output}${String(text)}`.slice(0, maxOutput))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const exited = new Promise<void>((resolve) => {
      child.once('error', (error) => resolve(void (ended = error.message)))
      child.once('exit', (code, signal) => resolve(void (ended = signal ?? `exit code ${code}`)))
    })
    const kill = (signal: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined) process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
      } catch {
        // It has ended.
      }
    }
    return {
      ended: () => ended,
      output: () => output,
      async stop() {
        kill('SIGTERM')
        const timer = setTimeout(() => kill('SIGKILL'), killAfterMs)
        await exited
        clearTimeout(timer)
        kill('SIGKILL')
      },
    }
  }
}
