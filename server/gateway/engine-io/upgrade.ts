import type { Clock } from '../../infra/clock.ts'
import { encodeFrame } from './frames.ts'
import { pongPacket } from './packets.ts'
import type { PollingTransport } from './polling-transport.ts'
import type { Transport, TransportEvents } from './transport.ts'

const probePongFrame = encodeFrame(pongPacket('probe'))

type UpgradeOptions = {
  transport: PollingTransport
  events: TransportEvents
  openWebsocket: (events: TransportEvents) => Transport
  /** The websocket is gone and polling goes on. */
  onFailed: () => void
  clock: Clock
  upgradeTimeoutMs: number
}

/**
 * Tries a websocket for a session that polls: the client says `2probe`, and `5` when its last poll was answered.
 * Until then the session goes on polling, whatever becomes of the websocket. Disposing of it ends the trial.
 */
export function startUpgrade({
  transport,
  events,
  openWebsocket,
  onFailed,
  clock,
  upgradeTimeoutMs,
}: UpgradeOptions): Disposable {
  let isUpgraded = false
  const websocket = openWebsocket({
    onPacket(packet) {
      if (isUpgraded) events.onPacket(packet)
      else if (packet.type === 'ping' && packet.data === 'probe') {
        websocket.write(probePongFrame)
        transport.setProbing(true)
      } else if (packet.type === 'upgrade' && transport.upgradeTo(websocket)) {
        isUpgraded = true
        timeout[Symbol.dispose]()
        events.onPacket(packet)
      } else websocket.destroy()
    },
    onDisconnect(reason) {
      if (isUpgraded) events.onDisconnect(reason)
    },
    onClose() {
      timeout[Symbol.dispose]()
      if (isUpgraded) return events.onClose()
      transport.setProbing(false)
      onFailed()
    },
  })
  const abort = () => {
    if (!isUpgraded) websocket.destroy()
  }
  const timeout = clock.after(upgradeTimeoutMs, abort)
  return { [Symbol.dispose]: abort }
}
