import { causes, eventTypes } from '@onair/contract'
import { unwatch } from '../features/lives/watch.ts'
import { keepWatching } from '../features/watch/presence.ts'
import { findShown } from '../features/watch/shown.ts'
import { viewerOf, type Viewer } from '../features/watch/viewer-ticket.ts'
import { channelTopic, listen, watchTopic, type WatchNews } from '../kit/signals.ts'
import { slices } from '../kit/slices.ts'
import type { World } from '../world/world.ts'
import type { Audience } from './audience.ts'
import type { ChannelEvents } from './channel-events.ts'
import { looks } from './looks.ts'
import type { Admitted, SessionSocket } from './session.ts'

/**
 * The viewers of channels whose pages are open, by their sockets. They hear what happens in the channel as sessions do, and
 * besides what its page shows; while the socket is open and heard of, they are counted. Decision 130.
 */
export type Viewers = AsyncDisposable & {
  /** Null when the ticket lets nobody in. */
  admit(ticket: string): Admitted | null
  /** Compares everything with the database: who is counted, and what the pages show. */
  lookAtAll(): Promise<void>
  /** Has every page read again what may have been missed. */
  tellAgain(): void
  sockets(): SessionSocket[]
}

type Held = Viewer & { socket: SessionSocket; heardAt: number }
/** `shown` is what was told last, as JSON. */
type Room = {
  channelId: string
  held: Set<Held>
  open: Promise<AsyncDisposable>
  shown: string | null
  liveId: number | null
}

const mostSockets = 20_000
/** The rest is kept for people who are signed in: guests cost nothing to make up. */
const mostGuests = 18_000
const mostWindows = 20
/** Of guests at one address, such as a school's. */
const mostWindowsFrom = 200
/** Who was not heard of for so long is counted no more; pages let themselves be heard every 10 s. */
const silentMs = 30_000
const renewMs = 10_000
const atOnce = 500

type Needs = Pick<World, 'addresses' | 'bus' | 'clock' | 'config' | 'db' | 'log' | 'programKey'>

export function viewers(world: Needs, audience: Audience, channels: ChannelEvents): Viewers {
  const { bus, clock, log } = world
  const rooms = new Map<string, Room>()
  /** By viewer, and by where guests come from. */
  const windows = new Map<string, number>()
  const counted = new Map<string, { viewer: Viewer; renewedAt: number }>()
  let sockets = 0
  let guests = 0

  const look = looks<string>(async (asked) => {
    const known = [...asked.keys()].filter((channelId) => rooms.has(channelId))
    for (const slice of slices(known, atOnce)) await lookAt(slice)
  })

  async function lookAt(channelIds: readonly string[]) {
    const found = await findShown(channelIds, world)
    for (const channelId of channelIds) {
      const room = rooms.get(channelId)
      if (room === undefined) continue
      const shown = found.get(channelId)
      if (shown === undefined) {
        for (const { socket } of room.held) socket.close('no such channel')
        continue
      }
      const json = JSON.stringify(shown)
      if (json === room.shown) continue
      room.shown = json
      const liveId = shown.live?.liveId ?? null
      // Who was there before a broadcast began is counted in it from the next round on.
      if (liveId !== room.liveId) for (const one of room.held) counted.delete(keyOf(one))
      room.liveId = liveId
      audience.tell(watchTopic(channelId).name, 'SHOWN', shown)
    }
  }

  function hear(room: Room, news: WatchNews) {
    if (news.about === 'channel') look([room.channelId]).catch(logLook)
    else if (news.about === 'messages') audience.tell(watchTopic(room.channelId).name, 'HIDDEN', news.hidden)
    else for (const { personId, socket } of room.held) if (personId === news.ofChannelId) socket.emit('STANDING', '{}')
  }

  function logLook(error: unknown) {
    log.warn({ error: String(error) }, 'viewers.not-looked-at')
  }

  function roomOf(channelId: string): Room {
    const known = rooms.get(channelId)
    if (known !== undefined) return known
    const room: Room = {
      channelId,
      held: new Set(),
      open: openRoom(channelId, (news) => hear(room, news)),
      shown: null,
      liveId: null,
    }
    // Whoever waits for it is told; nobody may be waiting any more.
    room.open.catch(() => {})
    rooms.set(channelId, room)
    return room
  }

  async function openRoom(channelId: string, hearNews: (news: WatchNews) => void) {
    await using opening = new AsyncDisposableStack()
    for (const type of eventTypes) opening.use(await channels.open(channelId, type))
    opening.use(await listen(bus, watchTopic(channelId), hearNews))
    return opening.move()
  }

  async function enter(one: Held) {
    const room = roomOf(one.channelId)
    room.held.add(one)
    await room.open
    if (!room.held.has(one)) return
    const topics = [...eventTypes.map((type) => channelTopic(one.channelId, type).name), watchTopic(one.channelId).name]
    for (const topic of topics) audience.join(topic, one.socket, 'documented')
    if (room.shown === null) await look([one.channelId])
    else one.socket.emit('SHOWN', room.shown)
  }

  function leave(one: Held) {
    audience.leaveAll(one.socket)
    const room = rooms.get(one.channelId)
    if (!room?.held.delete(one) || room.held.size > 0) return
    rooms.delete(one.channelId)
    room.open.then((open) => open[Symbol.asyncDispose]()).catch(logLook)
  }

  async function count() {
    const now = clock.real()
    const here = new Map<string, Viewer>()
    for (const { held, liveId } of rooms.values())
      if (liveId !== null) for (const one of held) if (now - one.heardAt < silentMs) here.set(keyOf(one), one)

    const due = [...here].filter(([key]) => now - (counted.get(key)?.renewedAt ?? -renewMs) >= renewMs)
    for (const slice of slices(due, atOnce)) {
      await keepWatching(
        slice.map(([, viewer]) => viewer),
        world,
      )
      for (const [key, viewer] of slice) counted.set(key, { viewer, renewedAt: now })
    }
    await forget([...counted.keys()].filter((key) => !here.has(key)))
  }

  async function forget(keys: readonly string[]) {
    for (const slice of slices(keys, atOnce)) {
      await unwatch(
        slice.flatMap((key) => counted.get(key)?.viewer ?? []),
        world,
      )
      for (const key of slice) counted.delete(key)
    }
  }

  return {
    admit(ticket) {
      const viewer = viewerOf(ticket, world)
      if (viewer === null) return null
      const { from } = viewer
      const key = keyOf(viewer)
      if (sockets >= mostSockets || (windows.get(key) ?? 0) >= mostWindows) return null
      if (from !== null && (guests >= mostGuests || (windows.get(from) ?? 0) >= mostWindowsFrom)) return null
      const take = (places: 1 | -1) => {
        sockets += places
        addTo(windows, key, places)
        if (from === null) return
        guests += places
        addTo(windows, from, places)
      }
      take(1)
      let held: Held | null = null
      return {
        opened(socket) {
          const one: Held = { ...viewer, socket, heardAt: clock.real() }
          held = one
          enter(one).catch((error: unknown) => {
            logLook(error)
            socket.close(causes.FAILED_TO_OPEN)
          })
        },
        heard() {
          if (held !== null) held.heardAt = clock.real()
        },
        closed() {
          take(-1)
          if (held !== null) leave(held)
        },
      }
    },
    async lookAtAll() {
      await count()
      await look([...rooms.keys()])
    },
    tellAgain() {
      for (const channelId of rooms.keys()) audience.tell(watchTopic(channelId).name, 'AGAIN', {})
    },
    sockets: () => [...rooms.values()].flatMap(({ held }) => [...held].map(({ socket }) => socket)),
    async [Symbol.asyncDispose]() {
      await forget([...counted.keys()]).catch(logLook)
    },
  }
}

function addTo(counts: Map<string, number>, key: string, more: number) {
  const count = (counts.get(key) ?? 0) + more
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}

function keyOf({ channelId, viewerId }: Viewer): string {
  return `${channelId} ${viewerId}`
}
