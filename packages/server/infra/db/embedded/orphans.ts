import { execFile } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { databaseOpenError, systemErrorCode } from './errors.ts'

/** Stops the server and removes the partial cluster of a killed process. The caller holds the directory lock. */
export async function stopOrphans(clusterDirectory: string, print: (text: string) => void): Promise<void> {
  const data = join(clusterDirectory, 'postgres')
  // They are stopped one at a time: a child that the server has just forked has the same command line, and ends with it.
  for (;;) {
    const [pid] = await findPostgresPids(serverCommandLine(data))
    if (pid === undefined) break
    print(`Stopping PostgreSQL (process ${pid}), which a killed process left running`)
    await stopServer(pid, async () => (await commandLine(pid)).includes(serverCommandLine(data)))
  }
  for (const pid of await findPostgresPids(asCommandLinePart(`-D\0${join(clusterDirectory, 'incomplete-')}`)))
    sendSignal(-pid, 'SIGKILL')
  for (const name of await readdir(clusterDirectory))
    if (name.startsWith('incomplete-'))
      await rm(join(clusterDirectory, name), { recursive: true, force: true, maxRetries: 10 })
}

/** Stops a server: a fast shutdown first, then an immediate shutdown, then SIGKILL. */
export async function stopServer(pid: number, isRunning: () => boolean | Promise<boolean>): Promise<void> {
  for (const [name, timeoutMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    sendSignal(pid, name)
    const deadline = performance.now() + timeoutMs
    while (performance.now() < deadline) {
      if (!(await isRunning())) return
      await wait(5)
    }
  }
  throw databaseOpenError(`PostgreSQL (process ${pid}) did not stop.`)
}

/**
 * PostgreSQL does not start while the process in its lock file is alive. Returns that process if it is not PostgreSQL:
 * its id was reused, or it is a zombie, which has no command line. If it is PostgreSQL, it may serve the directory that
 * this one was copied from. The caller holds the directory lock.
 */
export async function findStaleLockHolder(data: string): Promise<number | null> {
  let text
  try {
    text = await readFile(join(data, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
  // A server that was killed, or found the disk full, before it wrote its id.
  if (text.trim() === '') await removeLockFiles(data)
  const pid = Number.parseInt(text, 10)
  return pid > 0 && !isPostgres(await commandLine(pid)) ? pid : null
}

async function removeLockFiles(data: string) {
  await rm(join(data, 'postmaster.pid'))
  for (const name of await readdir(data)) if (/^\.s\.PGSQL\.\d+\.lock$/.test(name)) await rm(join(data, name))
}

/** Part of the command line of a server with this data directory. */
const serverCommandLine = (data: string) => asCommandLinePart(`/postgres\0-D\0${data}\0`)

async function findPostgresPids(text: string) {
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
    for (const [, pid, args] of stdout.matchAll(/^ *(\d+) (.*)$/gm)) lines.set(Number(pid), splitByNul(args ?? ''))
  }
  return lines
}

/** The command line of a process, each argument terminated by NUL. Empty if it has ended, is a zombie or is not visible. */
async function commandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') return (await commandLines()).get(pid) ?? ''
  try {
    return await readFile(`/proc/${pid}/cmdline`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) return ''
    throw error
  }
}

const splitByNul = (args: string) => `${args} `.replaceAll(' ', '\0')

/** Outside Linux, the command line is split at spaces, also within a path. */
const asCommandLinePart = (part: string) => (process.platform === 'linux' ? part : part.replaceAll(' ', '\0'))

export function sendSignal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error
  }
}
