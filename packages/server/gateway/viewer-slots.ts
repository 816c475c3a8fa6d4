import { viewerKey } from '../features/watch/presence.ts'
import type { AdmittedViewer } from '../features/watch/viewer-ticket.ts'

const maxSockets = 20_000
/** The other sockets are reserved for signed-in viewers, because one client can pretend to be any number of guests. */
const maxGuestSockets = 18_000
const maxSocketsPerViewer = 20
/** Many guests can share an address, for example in a school. */
const maxSocketsPerAddress = 200

/**
 * Limits the sockets of viewers on one gateway: in total, for all guests, per viewer and per guest
 * address.
 */
export class ViewerSlots {
  #socketCount = 0
  #guestCount = 0
  /** The counts by viewer, and by the address hash of guests. */
  readonly #counts = new Map<string, number>()

  /** False when a limit is reached. */
  acquire(viewer: AdmittedViewer): boolean {
    if (!this.#hasSlot(viewer)) return false
    this.#add(viewer, 1)
    return true
  }

  release(viewer: AdmittedViewer): void {
    this.#add(viewer, -1)
  }

  #hasSlot(viewer: AdmittedViewer): boolean {
    const { addressHash } = viewer
    if (this.#socketCount >= maxSockets || this.#countOf(viewerKey(viewer)) >= maxSocketsPerViewer) return false
    if (addressHash === null) return true
    return this.#guestCount < maxGuestSockets && this.#countOf(addressHash) < maxSocketsPerAddress
  }

  #add(viewer: AdmittedViewer, delta: 1 | -1): void {
    this.#socketCount += delta
    this.#increment(viewerKey(viewer), delta)
    if (viewer.addressHash === null) return
    this.#guestCount += delta
    this.#increment(viewer.addressHash, delta)
  }

  #increment(key: string, delta: 1 | -1): void {
    const count = this.#countOf(key) + delta
    if (count === 0) this.#counts.delete(key)
    else this.#counts.set(key, count)
  }

  #countOf(key: string): number {
    return this.#counts.get(key) ?? 0
  }
}
