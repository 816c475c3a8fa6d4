import { createServer } from 'node:http'

import { audience } from '../../server/gateway/audience.ts'
import { engineIo3 } from '../../server/gateway/engine-io-3.ts'
import { offsetClock } from '../../server/world/clock.ts'
import { systemRandom } from '../../server/world/random.ts'

/** Onair's gateway, which tells messages at a rate when asked to, and says what it held at the most and whom it closed. */
export type ToServer = { perSecond: number; seconds: number }
export type FromServer =
  | { port: number }
  | { told: number; residentBytes: { before: number; peak: number }; closed: { reason: string; afterMs: number }[] }

const rooms = audience()
const closed: { reason: string; afterMs: number }[] = []
let begun = 0
const log = {
  error(fields: object, message: string) {
    console.error(message, fields)
    process.exit(1)
  },
}
const gateway = engineIo3({
  clock: offsetClock(),
  random: systemRandom,
  log,
  async admit(auth) {
    return {
      opened(socket) {
        if (auth !== 'idle') rooms.join('busy', socket, 'documented')
      },
      closed(reason) {
        if (begun > 0) closed.push({ reason, afterMs: Math.round(performance.now() - begun) })
      },
    }
  },
})
const server = createServer()
server.on('upgrade', (request, stream, head) => gateway.handleUpgrade(request, stream, head))
const answer = (message: FromServer) => process.send?.(message)
const content = 'x'.repeat(1_000)

process.on('message', ({ perSecond, seconds }: ToServer) => {
  for (let pass = 0; pass < 3; pass++) globalThis.gc?.()
  const residentBytes = { before: process.memoryUsage.rss(), peak: 0 }
  begun = performance.now()
  let told = 0
  const timer = setInterval(() => {
    const due = Math.min(seconds, (performance.now() - begun) / 1_000) * perSecond
    for (; told < due; told++) rooms.tell('busy', 'CHAT', { at: String(process.hrtime.bigint()), content })
    residentBytes.peak = Math.max(residentBytes.peak, process.memoryUsage.rss())
    if (told < seconds * perSecond) return
    clearInterval(timer)
    answer({ told, residentBytes, closed })
  }, 5)
})
process.on('disconnect', () => process.exit())
server.listen(0, '0.0.0.0', 4_096, () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) answer({ port: address.port })
})
