import type { Viewer } from '../features/watch/viewer-ticket.ts'
import { NetworkSlots } from '../shared/networks/network-slots.ts'

const mostSockets = 20_000
/** The other connections are reserved for sessions and pages. */
const shareOfConnections = 3 / 4
/** The other sockets are reserved for signed-in viewers, because one client can pretend to be any number of guests. */
const shareOfGuests = 9 / 10
const maxSocketsPerViewer = 20
/** Many guests can share an address, for example in a school. */
const maxSocketsPerAddress = 200

/** Limits the sockets of viewers on one gateway: in total, for all guests, per viewer and per network of guests. */
export class ViewerSlots {
  readonly #maxSockets: number
  readonly #maxGuestSockets: number
  #socketCount = 0
  #guestCount = 0
  readonly #byViewer = new Map<string, number>()
  readonly #ofGuests = new NetworkSlots(maxSocketsPerAddress)

  /** `maxConnections` is the limit of the process; null where the system has none. */
  constructor(maxConnections: number | null) {
    this.#maxSockets = Math.min(mostSockets, Math.floor((maxConnections ?? Infinity) * shareOfConnections))
    this.#maxGuestSockets = Math.floor(this.#maxSockets * shareOfGuests)
  }

  /** Takes a slot until the result is called. Null when a limit is reached. */
  acquire(viewer: Viewer): (() => void) | null {
    if (!this.#hasSlot(viewer)) return null
    const release = this.#ofGuests.take(viewer.networks)
    this.#add(viewer, 1)
    return () => {
      release()
      this.#add(viewer, -1)
    }
  }

  #hasSlot(viewer: Viewer): boolean {
    const { networks } = viewer
    if (this.#socketCount >= this.#maxSockets || this.#countOf(viewerKey(viewer)) >= maxSocketsPerViewer) return false
    return networks.length === 0 || (this.#guestCount < this.#maxGuestSockets && !this.#ofGuests.isFull(networks))
  }

  #add(viewer: Viewer, delta: 1 | -1): void {
    this.#socketCount += delta
    if (viewer.networks.length > 0) this.#guestCount += delta
    const key = viewerKey(viewer)
    const count = this.#countOf(key) + delta
    if (count === 0) this.#byViewer.delete(key)
    else this.#byViewer.set(key, count)
  }

  #countOf(key: string): number {
    return this.#byViewer.get(key) ?? 0
  }
}

/** A person, or a guest's browser, with any number of sockets. */
function viewerKey({ channelId, viewerId }: Viewer): string {
  return `${channelId} ${viewerId}`
}
