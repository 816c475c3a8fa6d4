import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { systemClock } from '../infra/clock.ts'
import { portOf } from '../../../tests/support/programs/port.ts'
import { gracefulShutdown } from './graceful-shutdown.ts'

const connections = 50

/** Opens connections with a request each, tells so in `shared`, and posts the first lines of the responses. */
const clients = `
  const { connect } = require('node:net')
  const { parentPort, workerData: { port, shared, connections } } = require('node:worker_threads')
  let connected = 0
  const lines = Array.from({ length: connections }, () => new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n')
      connected += 1
      if (connected < connections) return
      Atomics.store(shared, 0, 1)
      Atomics.notify(shared, 0)
    })
    socket.on('data', (bytes) => resolve(String(bytes).split('\\r\\n')[0]))
    socket.on('error', (error) => resolve(error.code))
  }))
  Promise.all(lines).then((all) => parentPort.postMessage(all))`

test('a shutdown answers requests on connections that were not accepted yet', async () => {
  const server = createServer((_request, response) => response.end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const shutdown = gracefulShutdown(server, systemClock())
  const shared = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(clients, { eval: true, workerData: { port: portOf(server), shared, connections } })
  const lines = once(worker, 'message')
  // While this thread waits, it accepts no connection.
  Atomics.wait(shared, 0, 0)
  await shutdown[Symbol.asyncDispose]()
  assert.deepEqual(new Set((await lines)[0]), new Set(['HTTP/1.1 200 OK']))
})
