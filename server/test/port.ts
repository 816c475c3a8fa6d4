import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** The port that a server was given. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen at a port')
  return address.port
}

/** A port that was free a moment ago, for a program that cannot say which one it was given. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}
