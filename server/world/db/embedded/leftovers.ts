import { execFile } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { cannotOpen, codeOf } from './cannot-open.ts'

/** Ends what a killed program left in its place: a running server, a cluster half made. The caller has the lock. */
export async function endLeftovers(place: string, say: (text: string) => void): Promise<void> {
  const data = join(place, 'postgres')
  for (const pid of await pidsServing(data)) {
    say(`Stopping the PostgreSQL that a killed program left behind (process id ${pid})`)
    await stop(pid, async () => (await pidsServing(data)).includes(pid))
  }
  for (const pid of await pidsWith(`-D\0${join(place, 'making-')}`)) signal(-pid, 'SIGKILL')
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
  const command = (await commandLines()).get(pid)
  if (command === undefined || isPostgres(command)) return
  await rm(lock)
  for (const name of await readdir(data)) if (/^\.s\.PGSQL\.\d+\.lock$/.test(name)) await rm(join(data, name))
}

const pidsServing = (data: string) => pidsWith(`/postgres\0-D\0${data}\0`)

async function pidsWith(text: string) {
  return [...(await commandLines())].filter(([, line]) => isPostgres(line) && line.includes(text)).map(([pid]) => pid)
}

const isPostgres = (line: string) => line.includes('/postgres\0') || line.includes('/initdb\0')

/** The command line of every process by its id, the words divided (and ended) by NUL, as Linux gives them. */
async function commandLines(): Promise<Map<number, string>> {
  const lines = new Map<number, string>()
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,args='], { maxBuffer: 1 << 26 })
    for (const [, pid, args] of stdout.matchAll(/^ *(\d+) (.*)$/gm))
      lines.set(Number(pid), `${args} `.replaceAll(' ', '\0'))
    return lines
  }
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      lines.set(Number(name), await readFile(`/proc/${name}/cmdline`, 'utf8'))
    } catch (error) {
      // It ended while we looked.
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ESRCH') throw error
    }
  }
  return lines
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}
