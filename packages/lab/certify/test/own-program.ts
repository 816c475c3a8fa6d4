import { setMaxListeners } from 'node:events'
import type { Program, StartProgram } from '../program.ts'

export type OwnProgramOptions = {
  env: Record<string, string>
  /** 1 for the first start. */
  starts: number
  /** Aborted when the program ends. */
  signal: AbortSignal
  /** Wraps what the program does later: an error ends it. */
  guard: <A extends unknown[], T>(run: (...args: A) => T) => (...args: A) => T | undefined
}

/** Starts a program in this process, which costs less than a process. An error that it does not catch ends it. */
export function ownProgramStarter(run: (options: OwnProgramOptions) => Promise<void>): StartProgram {
  let starts = 0
  return (env) => startOwnProgram(run, { env, starts: ++starts })
}

function startOwnProgram(
  run: (options: OwnProgramOptions) => Promise<void>,
  settings: Pick<OwnProgramOptions, 'env' | 'starts'>,
): Program {
  const controller = new AbortController()
  const { signal } = controller
  setMaxListeners(0, signal)
  let ended: string | null = null
  const end = (error: unknown) => {
    if (signal.aborted) return
    ended = String(error)
    controller.abort()
  }
  const guard: OwnProgramOptions['guard'] =
    (guarded) =>
    (...args) => {
      if (signal.aborted) return undefined
      try {
        const result = guarded(...args)
        if (result instanceof Promise) result.catch(end)
        return result
      } catch (error) {
        end(error)
        return undefined
      }
    }
  run({ ...settings, signal, guard }).catch(end)
  return {
    ended: () => ended,
    output: () => ended ?? '',
    stop: async () => controller.abort(),
  }
}
