import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'

/** A process of a benchmark, which is asked and answers. It ends when it is told to stop, and a fault of it ends the whole. */
export type Child<To, From> = {
  request(message: To): Promise<From>
  send(message: To): void
  next(): Promise<From>
  stop(): void
}

export function startChild<To extends object, From>(
  path: URL,
  args: string[] = [],
  execArgv: string[] = [],
): Child<To, From> {
  const child = fork(path, args, { execArgv })
  const next = async (): Promise<From> => (await once(child, 'message'))[0]
  child.on('exit', (code) => {
    if (code) process.exit(code)
  })
  return {
    next,
    send: (message) => void child.send(message),
    request(message) {
      const answer = next()
      child.send(message)
      return answer
    },
    stop: () => child.disconnect(),
  }
}

/** Ends the benchmark with a line when a process may not hold as many sockets. */
export function requireOpenFiles(needed: number) {
  const openFiles = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }))
  if (openFiles >= needed) return
  console.error(`One process needs ${needed} open files and may have ${openFiles}: raise \`ulimit -n\`.`)
  process.exit(1)
}

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
export const roundTo2 = (value: number) => Number(value.toFixed(2))

/** The value that a share of the others does not exceed. */
export const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!
