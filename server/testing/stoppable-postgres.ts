import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbeddedPostgres, type Connection } from '../world/db/embedded/embedded-postgres.ts'
import { newFolder } from '../world/db/embedded/testing.ts'

/** A PostgreSQL of one test's own, to be stopped in its tracks and let go on. */
export type StoppablePostgres = AsyncDisposable & { connection: Connection; freeze(): void; thaw(): void }

export async function stoppablePostgres(): Promise<StoppablePostgres> {
  await using opening = new AsyncDisposableStack()
  const { path } = opening.use(newFolder())
  const { connection } = opening.use(await openEmbeddedPostgres({ dir: path, durable: false, say: () => {} }))
  const server = Number(readFileSync(join(path, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  let stopped: number[] = []

  const thaw = () => {
    for (const pid of stopped.toReversed()) send(pid, 'SIGCONT')
    stopped = []
  }
  opening.defer(thaw)
  const opened = opening.move()
  return {
    connection,
    freeze() {
      // The server first: then it makes no further processes, and all that it has made are found.
      send(server, 'SIGSTOP')
      stopped = [server, ...childrenOf(server)]
      for (const pid of stopped) send(pid, 'SIGSTOP')
    },
    thaw,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function childrenOf(parent: number): number[] {
  const listed = execFileSync('ps', ['-ax', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = listed.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return rows.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []))
}

/** One that has ended meanwhile needs no signal. */
function send(pid: number, signal: 'SIGSTOP' | 'SIGCONT') {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}
