import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** The port on which a server listens. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.')
  return address.port
}

// Outside of the range from which systems choose the ports of outgoing connections.
const [firstPort, portCount] = [10_000, 22_000]

/** Returns a port that was free a moment ago, for programs that do not report the port of `--port 0`. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(firstPort + Math.floor(Math.random() * portCount), '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue
    }
    const port = portOf(server)
    server.close()
    await once(server, 'close')
    return port
  }
}
