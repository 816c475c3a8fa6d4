import { Worker } from 'node:worker_threads'
import type { StartProgram } from '../program.ts'

/** Starts a program in a thread, which costs less than a process. */
export function threadStarter(file: string, settings: Record<string, string>): StartProgram {
  let starts = 0
  return (env) => {
    starts += 1
    const worker = new Worker(new URL(file, import.meta.url), {
      env: { ...env, ...settings, STARTS: String(starts) },
      // Not the options of the test runner, which keep a program alive after an error.
      execArgv: [],
      stdout: true,
      stderr: true,
    })
    let [output, ended] = ['', null as string | null]
    worker.stdout.on('data', (text) => (output += String(text)))
    worker.stderr.on('data', (text) => (output += String(text)))
    worker.on('error', (error) => (ended = String(error)))
    worker.on('exit', (code) => (ended ??= `exit code ${code}`))
    return {
      ended: () => ended,
      output: () => output,
      stop: async () => void (await worker.terminate()),
    }
  }
}
