import { failureCodes, eventTypes } from '@onair/contract'
import { removeViewers } from '../features/lives/viewers.ts'
import { recordPresence } from '../features/watch/presence.ts'
import { loadChannelStates } from '../features/watch/channel-state.ts'
import { verifyViewerTicket, type Viewer } from '../features/watch/viewer-ticket.ts'
import { channelTopic, subscribe, watchTopic, type WatchUpdate } from '../shared/events.ts'
import { chunk } from '../shared/chunk.ts'
import type { Deps } from '../infra/deps.ts'
import type { Hub } from './hub.ts'
import type { EventFeed } from './event-feed.ts'
import { coalesce } from '../shared/coalesce.ts'
import type { ConnectionHandler, ClientSocket } from './connection.ts'

/**
 * The viewers of channels whose pages are open, by their sockets. They hear what happens in the channel as sessions do, and
 * besides what its page shows; while the socket is open and heard of, they are counted. Decision 130.
 */
export type Viewers = AsyncDisposable & {
  /** Null when the ticket lets nobody in. */
  authenticate(ticket: string): ConnectionHandler | null
  /** Compares everything with the database: who is counted, and what the pages show. */
  reconcile(): Promise<void>
  /** Has every page read again what may have been missed. */
  broadcastResync(): void
  listSockets(): ClientSocket[]
}

type ConnectedViewer = Viewer & { socket: ClientSocket; lastActiveAt: number }
/** `shown` is what was told last, as JSON. */
type Room = {
  channelId: string
  viewers: Set<ConnectedViewer>
  subscription: Promise<AsyncDisposable>
  lastState: string | null
  liveId: number | null
}

const maxSockets = 20_000
/** The rest is kept for people who are signed in: guests cost nothing to make up. */
const maxGuestSockets = 18_000
const maxSocketsPerViewer = 20
/** Of guests at one address, such as a school's. */
const maxSocketsPerAddress = 200
/** Who was not heard of for so long is counted no more; pages let themselves be heard every 10 s. */
const presenceTimeoutMs = 30_000
const presenceRenewMs = 10_000
const batchSize = 500

type ViewerDeps = Pick<Deps, 'addresses' | 'bus' | 'clock' | 'config' | 'db' | 'log' | 'programKey'>

export function createViewers(deps: ViewerDeps, hub: Hub, eventFeed: EventFeed): Viewers {
  const { bus, clock, log } = deps
  const rooms = new Map<string, Room>()
  /** By viewer, and by where guests come from. */
  const socketCounts = new Map<string, number>()
  const presences = new Map<string, { viewer: Viewer; renewedAt: number }>()
  let socketCount = 0
  let guestCount = 0

  const refresh = coalesce<string>(async (requested) => {
    const openChannels = [...requested.keys()].filter((channelId) => rooms.has(channelId))
    for (const batch of chunk(openChannels, batchSize)) await refreshChannels(batch)
  })

  async function refreshChannels(channelIds: readonly string[]) {
    const states = await loadChannelStates(channelIds, deps)
    for (const channelId of channelIds) {
      const room = rooms.get(channelId)
      if (room === undefined) continue
      const state = states.get(channelId)
      if (state === undefined) {
        for (const { socket } of room.viewers) socket.close('no such channel')
        continue
      }
      const json = JSON.stringify(state)
      if (json === room.lastState) continue
      room.lastState = json
      const liveId = state.live?.liveId ?? null
      // Who was there before a broadcast began is counted in it from the next round on.
      if (liveId !== room.liveId) for (const viewer of room.viewers) presences.delete(presenceKey(viewer))
      room.liveId = liveId
      hub.broadcast(watchTopic(channelId).name, 'STATE', state)
    }
  }

  function handleWatchEvent(room: Room, event: WatchUpdate) {
    if (event.kind === 'channel') refresh([room.channelId]).catch(logRefreshError)
    else if (event.kind === 'messages') hub.broadcast(watchTopic(room.channelId).name, 'HIDDEN', event.hidden)
    else
      for (const { personId, socket } of room.viewers)
        if (personId === event.viewerChannelId) socket.emit('VIEWER_STATUS', '{}')
  }

  function logRefreshError(error: unknown) {
    log.warn({ error: String(error) }, 'viewers.refresh_failed')
  }

  function getOrCreateRoom(channelId: string): Room {
    const existing = rooms.get(channelId)
    if (existing !== undefined) return existing
    const room: Room = {
      channelId,
      viewers: new Set(),
      subscription: subscribeToChannel(channelId, (event) => handleWatchEvent(room, event)),
      lastState: null,
      liveId: null,
    }
    // Whoever waits for it is told; nobody may be waiting any more.
    room.subscription.catch(() => {})
    rooms.set(channelId, room)
    return room
  }

  async function subscribeToChannel(channelId: string, handler: (event: WatchUpdate) => void) {
    await using stack = new AsyncDisposableStack()
    for (const type of eventTypes) stack.use(await eventFeed.subscribe(channelId, type))
    stack.use(await subscribe(bus, watchTopic(channelId), handler))
    return stack.move()
  }

  async function join(viewer: ConnectedViewer) {
    const room = getOrCreateRoom(viewer.channelId)
    room.viewers.add(viewer)
    await room.subscription
    if (!room.viewers.has(viewer)) return
    const topics = [
      ...eventTypes.map((type) => channelTopic(viewer.channelId, type).name),
      watchTopic(viewer.channelId).name,
    ]
    for (const topic of topics) hub.subscribe(topic, viewer.socket, 'documented')
    if (room.lastState === null) await refresh([viewer.channelId])
    else viewer.socket.emit('STATE', room.lastState)
  }

  function leave(viewer: ConnectedViewer) {
    hub.unsubscribeAll(viewer.socket)
    const room = rooms.get(viewer.channelId)
    if (!room?.viewers.delete(viewer) || room.viewers.size > 0) return
    rooms.delete(viewer.channelId)
    room.subscription.then((subscription) => subscription[Symbol.asyncDispose]()).catch(logRefreshError)
  }

  async function renewPresences() {
    const now = clock.uptime()
    const present = new Map<string, Viewer>()
    for (const { viewers, liveId } of rooms.values())
      if (liveId !== null)
        for (const viewer of viewers)
          if (now - viewer.lastActiveAt < presenceTimeoutMs) present.set(presenceKey(viewer), viewer)

    const due = [...present].filter(
      ([key]) => now - (presences.get(key)?.renewedAt ?? -presenceRenewMs) >= presenceRenewMs,
    )
    for (const batch of chunk(due, batchSize)) {
      await recordPresence(
        batch.map(([, viewer]) => viewer),
        deps,
      )
      for (const [key, viewer] of batch) presences.set(key, { viewer, renewedAt: now })
    }
    await endPresences([...presences.keys()].filter((key) => !present.has(key)))
  }

  async function endPresences(keys: readonly string[]) {
    for (const batch of chunk(keys, batchSize)) {
      await removeViewers(
        batch.flatMap((key) => presences.get(key)?.viewer ?? []),
        deps,
      )
      for (const key of batch) presences.delete(key)
    }
  }

  return {
    authenticate(ticket) {
      const viewer = verifyViewerTicket(ticket, deps)
      if (viewer === null) return null
      const { addressHash } = viewer
      const key = presenceKey(viewer)
      if (socketCount >= maxSockets || (socketCounts.get(key) ?? 0) >= maxSocketsPerViewer) return null
      if (
        addressHash !== null &&
        (guestCount >= maxGuestSockets || (socketCounts.get(addressHash) ?? 0) >= maxSocketsPerAddress)
      )
        return null
      const addSockets = (delta: 1 | -1) => {
        socketCount += delta
        increment(socketCounts, key, delta)
        if (addressHash === null) return
        guestCount += delta
        increment(socketCounts, addressHash, delta)
      }
      addSockets(1)
      let connected: ConnectedViewer | null = null
      return {
        onOpen(socket) {
          const newViewer: ConnectedViewer = { ...viewer, socket, lastActiveAt: clock.uptime() }
          connected = newViewer
          join(newViewer).catch((error: unknown) => {
            logRefreshError(error)
            socket.close(failureCodes.OPEN_FAILED)
          })
        },
        onActivity() {
          if (connected !== null) connected.lastActiveAt = clock.uptime()
        },
        onClose() {
          addSockets(-1)
          if (connected !== null) leave(connected)
        },
      }
    },
    async reconcile() {
      await renewPresences()
      await refresh([...rooms.keys()])
    },
    broadcastResync() {
      for (const channelId of rooms.keys()) hub.broadcast(watchTopic(channelId).name, 'RESYNC', {})
    },
    listSockets: () => [...rooms.values()].flatMap(({ viewers }) => [...viewers].map(({ socket }) => socket)),
    async [Symbol.asyncDispose]() {
      await endPresences([...presences.keys()]).catch(logRefreshError)
    },
  }
}

function increment(counts: Map<string, number>, key: string, delta: number) {
  const count = (counts.get(key) ?? 0) + delta
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}

function presenceKey({ channelId, viewerId }: Viewer): string {
  return `${channelId} ${viewerId}`
}
