import type { EventType } from '@onair/contract'
import { findEventsAfter, loadLastPosition, type MoneyType } from '../features/support/journal-store.ts'
import { channelTopic, type EventHappened } from '../kit/signals.ts'
import { slices } from '../kit/slices.ts'
import { inChain } from '../world/chain.ts'
import type { World } from '../world/world.ts'
import type { Audience } from './audience.ts'
import { ears as openEars } from './ears.ts'

/**
 * What happens in channels, told to the sessions here that are subscribed to it. CHAT comes by the bus alone. What
 * carries money comes by the bus too, but is numbered: what the bus did not bring is read from the database before
 * anything later is told, so that a session hears all of it, once and in order.
 */
export type ChannelEvents = {
  /**
   * One more session wants to hear this. When it resolves nothing is missed from now on, and all that was committed
   * before has been told. Disposing ends the wish.
   */
  open(channelId: string, type: EventType): Promise<AsyncDisposable>
  /** Reads what the bus did not bring, of every channel; sessions that cannot be made whole for too long are closed. */
  readOn(): Promise<void>
}

/** How far one kind of a channel's money events has been told here. */
type Place = {
  readonly name: string
  readonly type: MoneyType
  readonly channelId: string
  told: number
  /** The highest number that the bus spoke of. */
  heard: number
  /** All that was committed before this moment has been told; in real time. */
  wholeAt: number
  wanted: number
  filling: boolean
  found: Promise<void>
}

const placesAtOnce = 500
/** A session whose money events could not be read for so long is closed, and never left with a hole. */
const wholeWithinMs = 10_000

type Needs = Pick<World, 'bus' | 'clock' | 'db' | 'log'>

export function channelEvents({ bus, clock, db, log }: Needs, audience: Audience): ChannelEvents {
  const places = new Map<string, Place>()
  const ears = openEars(bus, (name, happened) => hear(name, happened))

  function hear(name: string, { type, event, position }: EventHappened) {
    if (position === undefined) return audience.tell(name, type, event)
    const place = places.get(name)
    if (place === undefined) return
    if (position > place.told + 1) void fillGap(place, position)
    else pass(place, position, event)
  }

  function pass(place: Place, position: number, event: object) {
    if (places.get(place.name) !== place || position <= place.told) return
    place.told = position
    audience.tell(place.name, place.type, event)
  }

  async function fillGap(place: Place, position: number) {
    place.heard = Math.max(place.heard, position)
    if (place.filling) return
    place.filling = true
    try {
      let toldBefore = -1
      while (place.told < place.heard && place.told !== toldBefore) {
        toldBefore = place.told
        await read([place])
      }
    } catch (error) {
      log.warn({ topic: place.name, error: String(error) }, 'journal.not-read')
    } finally {
      place.filling = false
    }
  }

  async function read(these: readonly Place[]) {
    const at = clock.real()
    for (const [type, kind] of Map.groupBy(these, (place) => place.type)) {
      let behind = kind
      while (behind.length > 0) {
        const found = await findEventsAfter(db.read, type, behind)
        // What is read may have been caused by anybody, and not by what made us read.
        inChain(undefined, () => {
          for (const { place, position, event } of found.events) pass(place, position, event)
        })
        // Whoever was left meanwhile is not read on for.
        behind = found.unfinished.filter((place) => places.get(place.name) === place)
      }
    }
    for (const place of these) place.wholeAt = at
  }

  function newPlace(name: string, channelId: string, type: MoneyType): Place {
    const wholeAt = clock.real()
    const place: Place = {
      name,
      type,
      channelId,
      told: unknown,
      heard: 0,
      wholeAt,
      wanted: 0,
      filling: false,
      found: Promise.resolve(),
    }
    places.set(name, place)
    place.found = loadLastPosition(db.read, type, channelId).then(
      (last) => void (place.told = last),
      (error: unknown) => {
        if (places.get(name) === place) places.delete(name)
        throw error
      },
    )
    return place
  }

  async function openPlace(name: string, channelId: string, type: MoneyType): Promise<Disposable> {
    const known = places.get(name)
    const place = known ?? newPlace(name, channelId, type)
    place.wanted += 1
    using opening = new DisposableStack()
    opening.defer(() => {
      if (--place.wanted === 0 && places.get(name) === place) places.delete(name)
    })
    await place.found
    if (known !== undefined) await read([place])
    return opening.move()
  }

  return {
    async open(channelId, type) {
      const topic = channelTopic(channelId, type)
      await using opening = new AsyncDisposableStack()
      await ears.open(topic)
      opening.defer(() => ears.close(topic))
      if (type !== 'CHAT') opening.use(await openPlace(topic.name, channelId, type))
      return opening.move()
    },
    async readOn() {
      const known = [...places.values()].filter(({ told }) => told !== unknown)
      try {
        for (const slice of slices(known, placesAtOnce)) await read(slice)
      } finally {
        const now = clock.real()
        for (const { name, wholeAt } of known) {
          if (now - wholeAt >= wholeWithinMs) audience.close(name, 'could not be made whole')
        }
      }
    },
  }
}

/** Before it is known where a channel stands, everything is yet to come: nothing is told. */
const unknown = Number.POSITIVE_INFINITY
