import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listen } from '@onair/sdk'
import io from 'socket.io-client'
import { WebSocketServer } from 'ws'

/** A server that sends each client of the SDK one frame after the handshake. */
export async function openHostileServer() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let nextFrame: string | Buffer = ''
  server.on('connection', (socket) => {
    socket.on('error', () => {})
    socket.send('0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":60000}')
    socket.send('40')
    socket.send(nextFrame)
    socket.send('41')
  })
  return {
    /** Runs a session that gets this frame until it has ended. */
    async send(frame: string | Buffer, path = '') {
      nextFrame = frame
      const ended = Promise.withResolvers<void>()
      const listener = listen({
        io,
        openSession: async () => ({ url: `http://127.0.0.1:${port}/${path}?auth=a` }),
        subscriptions: [],
        handlers: { CHAT: () => {} },
        onDisconnect: () => ended.resolve(),
        sleep: () => ended.promise,
      })
      await ended.promise
      await listener.close()
    },
    async [Symbol.asyncDispose]() {
      for (const client of server.clients) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A server that answers every request with one text. */
export async function startAnswers() {
  const answers = { text: '' }
  const server = createServer((_request, response) => void response.end(answers.text))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(answers, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
