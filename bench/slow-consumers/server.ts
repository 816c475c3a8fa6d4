import { createServer } from 'node:http'

import type { DisconnectCode } from '@onair/contract'
import { Hub } from '../../server/gateway/hub.ts'
import { EngineIo3 } from '../../server/gateway/engine-io/engine-io-3.ts'
import { systemClock } from '../../server/infra/clock.ts'
import { systemRandom } from '../../server/infra/random.ts'

/** Onair's gateway. It broadcasts messages at a rate, and reports its peak memory and the connections that it closed. */
export type ToServer = { perSecond: number; seconds: number }
export type FromServer =
  | { port: number }
  | {
      sent: number
      residentBytes: { before: number; peak: number }
      closed: { code: DisconnectCode; afterMs: number }[]
    }

const hub = new Hub()
const closed: Extract<FromServer, { sent: number }>['closed'] = []
let startedAt = 0
const log = {
  error(fields: object, message: string) {
    console.error(message, fields)
    process.exit(1)
  },
}
const gateway = new EngineIo3({
  clock: systemClock(),
  random: systemRandom,
  log,
  async authenticate(auth) {
    return {
      onOpen(socket) {
        if (auth !== 'idle') hub.subscribe('busy', socket, 'documented')
      },
      onClose(code) {
        if (startedAt > 0) closed.push({ code, afterMs: Math.round(performance.now() - startedAt) })
      },
    }
  },
})
const server = createServer()
server.on('upgrade', (request, stream, head) => gateway.handleUpgrade(request, stream, head))
const reply = (message: FromServer) => process.send?.(message)
const content = 'x'.repeat(1_000)

process.on('message', ({ perSecond, seconds }: ToServer) => {
  for (let pass = 0; pass < 3; pass++) globalThis.gc?.()
  const residentBytes = { before: process.memoryUsage.rss(), peak: 0 }
  startedAt = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.min(seconds, (performance.now() - startedAt) / 1_000) * perSecond
    for (; sent < due; sent++) hub.broadcast('busy', 'CHAT', { at: String(process.hrtime.bigint()), content })
    residentBytes.peak = Math.max(residentBytes.peak, process.memoryUsage.rss())
    if (sent < seconds * perSecond) return
    clearInterval(timer)
    reply({ sent, residentBytes, closed })
  }, 5)
})
process.on('disconnect', () => process.exit())
server.listen(0, '0.0.0.0', 4_096, () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) reply({ port: address.port })
})
