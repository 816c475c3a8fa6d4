import { disconnectCodes } from '@onair/contract'
import { findEndedPeople } from '../features/watch/viewer-store.ts'
import { PresenceTracker } from '../features/watch/presence.ts'
import { verifyViewerTicket, type Viewer } from '../features/watch/viewer-ticket.ts'
import { Deadlines } from '../shared/deadlines.ts'
import type { Deps } from '../infra/deps.ts'
import type { ClientSocket, ConnectionHandler } from './engine-io/connection.ts'
import { WatchRooms, type ConnectedViewer, type RoomDeps } from './watch-rooms.ts'
import { NetworkSlots } from '../shared/networks/network-slots.ts'

/** A viewer who sent nothing for this long is not counted; watch pages send a packet every 10 s. */
const presenceTimeoutMs = 30_000

/** How long the slot of a viewer that sent too much stays taken, so that reconnecting gives no further frames. */
const floodPenaltyMs = 10_000

type ReleaseSlot = () => void

type ViewersDeps = RoomDeps & Pick<Deps, 'clock' | 'installationKey'> & { maxConnections: number | null }

/**
 * The sockets of open watch pages. They receive the events of their channel and its state, and
 * their viewers are counted as long as a socket is open and active. Decision 7. Disposing ends
 * their presence.
 */
export class Viewers implements AsyncDisposable {
  readonly #deps: ViewersDeps
  readonly #slots: ViewerSlots
  readonly #penalties: Deadlines<ReleaseSlot>
  readonly #presence: PresenceTracker
  readonly #rooms: WatchRooms

  constructor(deps: ViewersDeps) {
    this.#deps = deps
    this.#slots = new ViewerSlots(deps.maxConnections)
    this.#penalties = new Deadlines(deps.clock, floodPenaltyMs, (release) => release())
    this.#presence = new PresenceTracker(deps)
    this.#rooms = new WatchRooms(deps, this.#presence)
  }

  /** Null when the ticket is invalid or expired, or when no slot is free. */
  authenticate(ticket: string): ConnectionHandler | null {
    const viewer = verifyViewerTicket(ticket, this.#deps)
    const release = viewer && this.#slots.acquire(viewer)
    return viewer && release && this.#handlerFor(viewer, release)
  }

  /** Updates who is counted, and sends the state of channels whose state has changed. */
  async reconcile(): Promise<void> {
    const activeSince = this.#deps.clock.uptime() - presenceTimeoutMs
    const viewers = this.#rooms.listViewers({ liveOnly: true })
    await this.#presence.update(viewers.filter(({ lastActiveAt }) => lastActiveAt > activeSince))
    await this.#rooms.refreshAll()
    this.closePeople(await findEndedPeople(this.#deps.db.read, [...this.#rooms.listPeople()]))
  }

  /** Closes the sockets of these signed-in viewers. */
  closePeople(channelIds: ReadonlySet<string>): void {
    if (channelIds.size === 0) return
    for (const { viewerChannelId, socket } of this.#rooms.listViewers())
      if (viewerChannelId !== null && channelIds.has(viewerChannelId)) socket.close(disconnectCodes.ACCOUNT_ENDED)
  }

  /** Makes every watch page read everything again, because events may have been lost. */
  broadcastResync(): void {
    this.#rooms.broadcastResync()
  }

  listSockets(): ClientSocket[] {
    return this.#rooms.listViewers().map(({ socket }) => socket)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#penalties[Symbol.dispose]()
    await this.#presence.endAll().catch(this.#rooms.logFailure)
  }

  #handlerFor(viewer: Viewer, release: ReleaseSlot): ConnectionHandler {
    const { clock } = this.#deps
    let connected: ConnectedViewer | null = null
    return {
      onOpen: (socket) => {
        connected = { ...viewer, socket, lastActiveAt: clock.uptime() }
        this.#rooms.join(connected).catch((error: unknown) => {
          this.#rooms.logFailure(error)
          socket.close(disconnectCodes.OPEN_FAILED)
        })
      },
      onActivity: () => {
        if (connected !== null) connected.lastActiveAt = clock.uptime()
      },
      onClose: (code) => {
        if (code === disconnectCodes.TOO_MANY_FRAMES) this.#penalties.set(release)
        else release()
        if (connected !== null) this.#rooms.leave(connected)
      },
    }
  }
}

const mostSockets = 20_000
/** The other connections are reserved for sessions and pages. */
const shareOfConnections = 3 / 4
/** The other sockets are reserved for signed-in viewers, because one client can pretend to be any number of guests. */
const shareOfGuests = 9 / 10
const maxSocketsPerViewer = 20
/** Many guests can share an address, for example in a school. */
const maxSocketsPerAddress = 200

/** Limits the sockets of viewers on one gateway: in total, for all guests, per viewer and per network of guests. */
class ViewerSlots {
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
