import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'

import type { DisconnectCode } from '@onair/contract'
import { Hub } from '@onair/server/gateway/hub.ts'
import { TimeSlices } from '@onair/server/gateway/time-slices.ts'
import type { ClientSocket } from '@onair/server/gateway/engine-io/connection.ts'
import { EngineIo3 } from '@onair/server/gateway/engine-io/engine-io-3.ts'
import { processTime, systemClock } from '@onair/server/infra/clock.ts'
import { systemRandom } from '@onair/server/infra/random.ts'

/** Onair's gateway. It broadcasts messages at a rate, and reports its peak memory and the connections that it closed. */
export type ToServer = { perSecond: number; seconds: number }
export type FromServer =
  | { port: number }
  | {
      sent: number
      /** `after`: when the stalled clients are closed. */
      residentBytes: { before: number; peak: number; after: number }
      usedBytesAfter: number
      closed: { code: DisconnectCode; afterMs: number }[]
    }

const slices = new TimeSlices()
const hub = new Hub({ uptime: processTime, slices })
const closed: Extract<FromServer, { sent: number }>['closed'] = []
let startedAt = 0
const stalledSockets = new Set<ClientSocket>()
const log = {
  error(fields: object, message: string) {
    console.error(message, fields)
    process.exit(1)
  },
}
const gateway = new EngineIo3({
  clock: systemClock(),
  slices,
  random: systemRandom,
  log,
  async authenticate(auth) {
    let socket: ClientSocket
    return {
      onOpen(opened) {
        socket = opened
        if (auth !== 'idle') void hub.subscribe('busy', socket, 'documented')
        if (auth === 'stalled') stalledSockets.add(socket)
      },
      onClose(code) {
        hub.unsubscribeAll(socket)
        stalledSockets.delete(socket)
        if (startedAt > 0) closed.push({ code, afterMs: Math.round(performance.now() - startedAt) })
      },
    }
  },
})
const server = createServer()
server.on('upgrade', (request, stream, head) => gateway.handleUpgrade(request, stream, head))
const reply = (message: FromServer) => process.send?.(message)
const content = 'x'.repeat(1_000)

process.on('message', (message: ToServer) => void measure(message))
process.on('disconnect', () => process.exit())
server.listen(0, '0.0.0.0', 4_096, () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) reply({ port: address.port })
})

async function measure({ perSecond, seconds }: ToServer) {
  const before = collectGarbage()
  let peak = 0
  const samples = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
  startedAt = performance.now()
  const sent = await broadcast(perSecond, seconds)
  const patience = performance.now() + 30_000
  while (stalledSockets.size > 0 && performance.now() < patience) await setTimeout(100)
  // The kernel and the allocator get a moment to take memory back.
  await setTimeout(2_000)
  clearInterval(samples)
  const after = collectGarbage()
  reply({
    sent,
    residentBytes: { before: before.resident, peak, after: after.resident },
    usedBytesAfter: after.used,
    closed: closed.splice(0),
  })
}

async function broadcast(perSecond: number, seconds: number): Promise<number> {
  let sent = 0
  while (sent < seconds * perSecond) {
    const due = Math.min(seconds, (performance.now() - startedAt) / 1_000) * perSecond
    for (; sent < due; sent++) hub.broadcast('busy', 'CHAT', { at: String(process.hrtime.bigint()), content })
    await setTimeout(5)
  }
  return sent
}

function collectGarbage() {
  for (let pass = 0; pass < 3; pass++) globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { resident: rss, used: heapUsed + external }
}
