import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A process of a benchmark that exchanges messages with the main process. */
export type Child<To, From> = {
  /** Sends a message and returns the next one from the child. */
  request(message: To): Promise<From>
  send(message: To): void
  next(): Promise<From>
  stop(): void
}

/** Starts a module as a child. If the child fails, the benchmark ends with its exit code. */
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
      const response = next()
      child.send(message)
      return response
    },
    stop: () => child.disconnect(),
  }
}

/** Starts a program and waits for its first line on stdout, which is JSON. Throws if it ends before. */
export async function startProcess(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; line: unknown }> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  // Only the end of it, for the message: programs log there all the time.
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2_000)))
  const ended = once(child, 'close').then(() => null)
  const line = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  if (line === null)
    throw new Error(`${args.slice(0, 2).join(' ')} ended without a line:
${errors}`)
  return { child, line: JSON.parse(line[0] as string) as unknown }
}
