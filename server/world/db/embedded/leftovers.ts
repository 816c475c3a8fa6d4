import { execFile } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { cannotOpen, codeOf } from './cannot-open.ts'

/** Ends what a killed program left in its place: a running server, a cluster half made. The caller has the lock. */
export async function endLeftovers(place: string, say: (text: string) => void): Promise<void> {
  const data = join(place, 'postgres')
  // One at a time: a child that the server has just forked still looks like it, and ends with it.
  for (;;) {
    const [pid] = await pidsWith(serving(data))
    if (pid === undefined) break
    say(`Stopping the PostgreSQL that a killed program left behind (process id ${pid})`)
    await stop(pid, async () => (await commandLine(pid)).includes(serving(data)))
  }
  for (const pid of await pidsWith(asListed(`-D\0${join(place, 'making-')}`))) signal(-pid, 'SIGKILL')
  for (const name of await readdir(place))
    if (name.startsWith('making-')) await rm(join(place, name), { recursive: true, force: true, maxRetries: 10 })
  await forgetReusedPid(data)
}

/** Stops a server in order, and harder each time it takes too long. */
export async function stop(pid: number, isRunning: () => boolean | Promise<boolean>): Promise<void> {
  for (const [name, patienceMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    signal(pid, name)
    const until = performance.now() + patienceMs
    while (performance.now() < until) {
      if (!(await isRunning())) return
      await wait(5)
    }
  }
  throw cannotOpen(`The PostgreSQL with process id ${pid} does not stop`)
}

/**
 * PostgreSQL will not start while the process id in its lock file is alive, whoever that is now. If it is no PostgreSQL,
 * the id was given to another since. If it is one, it may be that of a folder this one was copied from: left alone.
 */
async function forgetReusedPid(data: string) {
  const lock = join(data, 'postmaster.pid')
  let pid
  try {
    pid = Number.parseInt(await readFile(lock, 'utf8'), 10)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  const command = await commandLine(pid)
  if (command === '' || isPostgres(command)) return
  await rm(lock)
  for (const name of await readdir(data)) if (/^\.s\.PGSQL\.\d+\.lock$/.test(name)) await rm(join(data, name))
}

/** What the command line of a server on this data has in it. */
const serving = (data: string) => asListed(`/postgres\0-D\0${data}\0`)

async function pidsWith(text: string) {
  return [...(await commandLines())].filter(([, line]) => isPostgres(line) && line.includes(text)).map(([pid]) => pid)
}

const isPostgres = (line: string) => line.includes('/postgres\0') || line.includes('/initdb\0')

/** The command line of every process by its id. */
async function commandLines(): Promise<Map<number, string>> {
  const lines = new Map<number, string>()
  if (process.platform === 'linux') {
    for (const name of await readdir('/proc')) if (/^\d+$/.test(name)) lines.set(+name, await commandLine(+name))
  } else {
    const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,args='], { maxBuffer: 1 << 26 })
    for (const [, pid, args] of stdout.matchAll(/^ *(\d+) (.*)$/gm)) lines.set(Number(pid), divided(args ?? ''))
  }
  return lines
}

/** The command line of a process, each word ended by NUL as Linux has it; empty if it has ended, or is not for us to see. */
async function commandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') return (await commandLines()).get(pid) ?? ''
  try {
    return await readFile(`/proc/${pid}/cmdline`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return ''
    throw error
  }
}

const divided = (args: string) => `${args} `.replaceAll(' ', '\0')

/** A piece of a command line as it is found there: elsewhere than on Linux, a space in a path divides it too. */
const asListed = (piece: string) => (process.platform === 'linux' ? piece : piece.replaceAll(' ', '\0'))

export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}
