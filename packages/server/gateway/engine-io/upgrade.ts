import type { Clock } from '../../infra/clock.ts'
import { encodeFrame } from './frames.ts'
import { pongPacket } from './packets.ts'
import type { PollingTransport } from './polling-transport.ts'
import type { OpenTransport, TransportEvents } from './transport.ts'

const probePongFrame = encodeFrame(pongPacket('probe'))

type UpgradeOptions = {
  transport: PollingTransport
  events: TransportEvents
  openWebsocket: OpenTransport
  /** The websocket was closed before the upgrade. Polling continues. */
  onFailed: () => void
  clock: Clock
  upgradeTimeoutMs: number
}

/**
 * Probes a websocket for a connection that polls: the client sends `2probe`, and `5` when its last
 * poll was answered. Polling continues until then, and also when the websocket fails. Disposing
 * aborts the upgrade.
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
    onReceived: (frames, bytes) => events.onReceived(frames, bytes),
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
    onDisconnect(code) {
      if (isUpgraded) events.onDisconnect(code)
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
