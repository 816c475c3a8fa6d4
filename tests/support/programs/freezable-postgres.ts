import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbeddedPostgres, type ConnectionParameters } from '@onair/server/infra/db/embedded/embedded-postgres.ts'
import { createDataDirectory } from './data-directory.ts'

/** A PostgreSQL of its own for one test, which can freeze and thaw it. */
export type FreezablePostgres = AsyncDisposable & {
  connection: ConnectionParameters
  /** The ONAIR_SECRET_KEY of its data. */
  secretKey: string
  freeze(): void
  thaw(): void
}

export async function openFreezablePostgres(): Promise<FreezablePostgres> {
  await using opening = new AsyncDisposableStack()
  const { path } = opening.use(await createDataDirectory())
  const { connection } = opening.use(await openEmbeddedPostgres({ dir: path, durable: false, print: () => {} }))
  const server = Number(readFileSync(join(path, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  let frozenPids: number[] = []

  const thaw = () => {
    for (const pid of frozenPids.toReversed()) sendSignal(pid, 'SIGCONT')
    frozenPids = []
  }
  opening.defer(thaw)
  const opened = opening.move()
  return {
    connection,
    secretKey: readFileSync(join(path, 'secret-key'), 'utf8'),
    freeze() {
      // The postmaster first, so that it starts no process after its children are listed.
      sendSignal(server, 'SIGSTOP')
      frozenPids = [server, ...listChildren(server)]
      for (const pid of frozenPids) sendSignal(pid, 'SIGSTOP')
    },
    thaw,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function listChildren(parent: number): number[] {
  const listed = execFileSync('ps', ['-ax', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = listed.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return rows.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []))
}

/** Ignores a process that has ended. */
function sendSignal(pid: number, signal: 'SIGSTOP' | 'SIGCONT') {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}
