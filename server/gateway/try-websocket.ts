import type { Clock } from '../world/clock.ts'
import { frame } from './frames.ts'
import { pongPacket } from './packets.ts'
import type { PollingTransport } from './polling-transport.ts'
import type { Transport, TransportEvents } from './transport.ts'

const probed = frame(pongPacket('probe'))

type Trial = {
  transport: PollingTransport
  events: TransportEvents
  openWebsocket: (events: TransportEvents) => Transport
  /** The websocket is gone and polling goes on. */
  failed: () => void
  clock: Clock
  upgradeMs: number
}

/**
 * Tries a websocket for a session that polls: the client says `2probe`, and `5` when its last poll was answered.
 * Until then the session goes on polling, whatever becomes of the websocket. Disposing of it ends the trial.
 */
export function tryWebsocket({ transport, events, openWebsocket, failed, clock, upgradeMs }: Trial): Disposable {
  let isIn = false
  const websocket = openWebsocket({
    packet(packet) {
      if (isIn) events.packet(packet)
      else if (packet.type === 'ping' && packet.data === 'probe') {
        websocket.write(probed)
        transport.setProbing(true)
      } else if (packet.type === 'upgrade' && transport.handOver(websocket)) {
        isIn = true
        patience[Symbol.dispose]()
        events.packet(packet)
      } else websocket.destroy()
    },
    lost(reason) {
      if (isIn) events.lost(reason)
    },
    gone() {
      patience[Symbol.dispose]()
      if (isIn) return events.gone()
      transport.setProbing(false)
      failed()
    },
  })
  const giveUp = () => {
    if (!isIn) websocket.destroy()
  }
  const patience = clock.after(upgradeMs, giveUp)
  return { [Symbol.dispose]: giveUp }
}
