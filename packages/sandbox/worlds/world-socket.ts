import { rmdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { runOnExit } from '@onair/server/infra/db/embedded/exit-guard.ts'

/** The Unix socket that test processes connect to. Disposing removes it, and so does the end of this process. */
export type WorldSocket = Disposable & {
  /** Calls `accept` for each connection, also for those that waited for this call. */
  onConnection(accept: (connection: Socket) => void): void
}

/** Null if another process serves this socket. Loads little, so that of several processes all but one end early. */
export async function openWorldSocket(path: string): Promise<WorldSocket | null> {
  const waiting: Socket[] = []
  let accept = (connection: Socket): void => void waiting.push(connection)
  const server = createServer((connection) => accept(connection.on('error', () => {})))
  if (!(await listenAt(server, path))) return null
  // Another host may use the directory.
  const guard = runOnExit('rm -f "$0"; rmdir "${0%/*}" 2>/dev/null', path)
  return {
    onConnection(acceptNow) {
      accept = acceptNow
      for (const connection of waiting.splice(0)) acceptNow(connection)
    },
    [Symbol.dispose]() {
      // It also removes the file, which may soon be that of another host.
      server.close()
      guard[Symbol.dispose]()
      try {
        rmdirSync(dirname(path))
      } catch {
        // Another host uses the directory.
      }
    },
  }
}

const listenAttempts = 20

/**
 * False if another process listens there. The socket of a process that was killed is replaced, and a directory that another
 * host has just removed is created again.
 */
async function listenAt(server: Server, path: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const error = await tryToListen(server, path)
    if (error === null) return true
    // In a missing directory the error is EACCES.
    const isRemoved = error.code === 'EACCES' || error.code === 'ENOENT'
    if ((error.code !== 'EADDRINUSE' && !isRemoved) || attempt === listenAttempts) throw error
    if (await isServed(path)) return false
    await rm(path, { force: true })
  }
}

function tryToListen(server: Server, path: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const onListening = () => resolve(null)
    server.once('error', (error) => {
      server.off('listening', onListening)
      resolve(error)
    })
    server.listen(path, onListening)
  })
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(path)
    connection
      .on('error', () => resolve(false))
      .once('connect', () => {
        connection.destroy()
        resolve(true)
      })
  })
}
