import type { EventHappened, Topic } from '../kit/signals.ts'
import { listen } from '../kit/signals.ts'
import type { Bus } from '../world/bus/bus.ts'

/** Listens to a topic of the bus once, for as long as anyone here wants it. */
export type Ears = {
  /** When this resolves no event of the topic is missed. */
  open(topic: Topic<EventHappened>): Promise<void>
  close(topic: Topic<EventHappened>): Promise<void>
}

export function ears(bus: Bus, hear: (topic: string, happened: EventHappened) => void): Ears {
  const open = new Map<string, { wanted: number; listening: Promise<AsyncDisposable> }>()
  return {
    async open(topic) {
      let ear = open.get(topic.name)
      if (ear === undefined) {
        ear = { wanted: 0, listening: listen(bus, topic, (happened) => hear(topic.name, happened)) }
        open.set(topic.name, ear)
      }
      ear.wanted += 1
      try {
        await ear.listening
      } catch (error) {
        if (open.get(topic.name) === ear) open.delete(topic.name)
        throw error
      }
    },
    async close(topic) {
      const ear = open.get(topic.name)
      if (ear === undefined || --ear.wanted > 0) return
      open.delete(topic.name)
      const listening = await ear.listening
      await listening[Symbol.asyncDispose]()
    },
  }
}
