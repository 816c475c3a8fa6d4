import { eventTypes, disconnectCodes, isPrivate, type ChannelState } from '@onair/contract'
import { loadChannelStates } from '../features/watch/channel-state.ts'
import type { PresenceTracker } from '../features/watch/presence.ts'
import type { Viewer } from '../features/watch/viewer-ticket.ts'
import { channelTopic, subscribe, watchTopic, type WatchUpdate } from '../shared/bus-messages.ts'
import { findAccess, type Watcher } from '../shared/watch/check-watch.ts'
import { coversChannel } from '../shared/watch/may-watch.ts'
import { chunk } from '../shared/chunk.ts'
import { coalesce } from '../shared/coalesce.ts'
import type { Deps } from '../infra/deps.ts'
import type { ClientSocket } from './engine-io/connection.ts'
import type { Hub } from './hub.ts'

export type RoomDeps = Pick<Deps, 'addresses' | 'bus' | 'clock' | 'config' | 'db' | 'installationKey' | 'log'> & {
  hub: Hub
}

/** A viewer with one of their sockets. */
export type ConnectedViewer = Viewer & { readonly socket: ClientSocket; lastActiveAt: number }

type Room = {
  readonly channelId: string
  readonly viewers: Set<ConnectedViewer>
  readonly subscription: Promise<AsyncDisposable>
  /** The `STATE` that was broadcast last, as JSON. */
  lastState: string | null
  liveId: number | null
  /** Whether some people may not watch, as the state said last. */
  isPrivate: boolean
}

const batchSize = 500

/**
 * The channels that are being watched on this gateway, each with its viewers, who receive its
 * events and its state.
 */
export class WatchRooms {
  readonly #deps: RoomDeps
  readonly #presence: PresenceTracker
  readonly #rooms = new Map<string, Room>()

  constructor(deps: RoomDeps, presence: PresenceTracker) {
    this.#deps = deps
    this.#presence = presence
  }

  /** Resolves when the viewer receives the channel's events, unless it gets none, and has received its state. */
  async join(viewer: ConnectedViewer): Promise<void> {
    const { channelId, isWithoutEvents, socket } = viewer
    const room = this.#rooms.get(channelId) ?? this.#openRoom(channelId)
    room.viewers.add(viewer)
    await room.subscription
    if (!room.viewers.has(viewer)) return
    // The rule may have changed since the ticket. A change from here on closes the socket.
    await this.#closeRefused(channelId, [viewer])
    if (!room.viewers.has(viewer)) return
    const events = isWithoutEvents ? [] : eventTypes.map((type) => channelTopic(channelId, type))
    const topics = [...events, watchTopic(channelId)]
    await Promise.all(topics.map(({ name }) => this.#deps.hub.subscribe(name, socket, 'documented')))
    if (!room.viewers.has(viewer)) return
    if (room.lastState === null) await this.#refresh([channelId])
    else socket.emit('STATE', room.lastState)
  }

  leave(viewer: ConnectedViewer): void {
    this.#deps.hub.unsubscribeAll(viewer.socket)
    const room = this.#rooms.get(viewer.channelId)
    if (!room?.viewers.delete(viewer) || room.viewers.size > 0) return
    this.#rooms.delete(viewer.channelId)
    room.subscription.then((subscription) => subscription[Symbol.asyncDispose]()).catch(this.logFailure)
  }

  /** Sends the state of all channels whose state has changed, and closes the sockets of those who may no longer watch. */
  refreshAll(): Promise<void> {
    return this.#refresh([...this.#rooms.keys()])
  }

  broadcastResync(): void {
    for (const channelId of this.#rooms.keys()) this.#deps.hub.broadcast(watchTopic(channelId).name, 'RESYNC', {})
  }

  listViewers({ liveOnly = false } = {}): ConnectedViewer[] {
    return [...this.#rooms.values()].flatMap(({ liveId, viewers }) => (liveOnly && liveId === null ? [] : [...viewers]))
  }

  /** The signed-in viewers. */
  listPeople(): Set<string> {
    return new Set(this.listViewers().flatMap(({ viewerChannelId }) => viewerChannelId ?? []))
  }

  readonly logFailure = (error: unknown): void => {
    this.#deps.log.warn({ error: String(error) }, 'viewers.refresh_failed')
  }

  #openRoom(channelId: string): Room {
    const subscription = subscribe(this.#deps.bus, watchTopic(channelId), (update) => this.#handle(room, update))
    // `join` reports the failure, unless the viewer has left.
    subscription.catch(() => {})
    const room: Room = { channelId, viewers: new Set(), subscription, lastState: null, liveId: null, isPrivate: false }
    this.#rooms.set(channelId, room)
    return room
  }

  #handle({ channelId, isPrivate, viewers }: Room, update: WatchUpdate): void {
    if (update.type === 'channelChanged') this.#refresh([channelId]).catch(this.logFailure)
    else if (update.type === 'messagesHidden')
      this.#deps.hub.broadcast(watchTopic(channelId).name, 'HIDDEN', update.hidden)
    else if (update.type === 'donationHidden')
      this.#deps.hub.broadcast(watchTopic(channelId).name, 'DONATION_HIDDEN', { eventId: update.donationId })
    else if (update.type === 'chatCleared')
      this.#deps.hub.broadcast(watchTopic(channelId).name, 'CLEARED', update.cleared)
    else if (update.type === 'replied')
      this.#deps.hub.broadcast(watchTopic(channelId).name, 'REPLY', { eventId: update.eventId, reply: update.reply })
    else if (update.type === 'gifted') this.#deps.hub.broadcast(watchTopic(channelId).name, 'GIFT', update.gift)
    else {
      const concerned = [...viewers].filter(({ viewerChannelId }) => viewerChannelId === update.viewerChannelId)
      for (const { socket } of concerned) socket.emit('VIEWER_STATUS', '{}')
      if (isPrivate) this.#closeRefused(channelId, concerned).catch(this.logFailure)
    }
  }

  readonly #refresh = coalesce<string>(async (requested) => {
    const open = [...requested.keys()].filter((channelId) => this.#rooms.has(channelId))
    for (const batch of chunk(open, batchSize)) await this.#refreshBatch(batch)
  })

  async #refreshBatch(channelIds: readonly string[]): Promise<void> {
    const states = await loadChannelStates(channelIds, this.#deps)
    for (const channelId of channelIds) {
      const room = this.#rooms.get(channelId)
      if (room === undefined) continue
      const state = states.get(channelId)
      // Before they get the state.
      if (state !== undefined && isPrivate(state.audience)) await this.#closeRefused(channelId, [...room.viewers])
      this.#applyState(room, state)
    }
  }

  /** Closes the sockets of those viewers who may not see the chat. */
  async #closeRefused(channelId: string, viewers: readonly ConnectedViewer[]): Promise<void> {
    for (const batch of chunk(viewers, batchSize)) {
      const blocks = await findAccess(channelId, batch.map(asWatcher), this.#deps)
      for (const [at, { socket }] of batch.entries())
        if (coversChannel(blocks[at] ?? null)) socket.close(disconnectCodes.MAY_NOT_WATCH)
    }
  }

  /** `state` is undefined when the channel does not exist. */
  #applyState(room: Room, state: ChannelState | undefined): void {
    if (state === undefined) {
      for (const { socket } of room.viewers) socket.close(disconnectCodes.CHANNEL_DELETED)
      return
    }
    const json = JSON.stringify(state)
    if (json === room.lastState) return
    room.lastState = json
    const liveId = state.live?.liveId ?? null
    // Viewers who were present before the live began are counted in it from the next update on.
    if (liveId !== room.liveId) for (const viewer of room.viewers) this.#presence.forget(viewer)
    room.liveId = liveId
    room.isPrivate = isPrivate(state.audience)
    this.#deps.hub.broadcast(watchTopic(room.channelId).name, 'STATE', state)
  }
}

/** The chat is not a matter of age. */
function asWatcher({ viewerChannelId, proof, isOperator }: ConnectedViewer): Watcher {
  return { viewerChannelId, proof, isOperator, isAdult: true }
}
