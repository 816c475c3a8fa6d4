import type { Bus } from '../world/bus/bus.ts'

type What = { topic: string; message: unknown }

/** A bus that does to messages what a test says: `handle` gets each one and `pass`, which lets a message through. */
export type RoughBus = {
  around: (bus: Bus) => Bus
  /** From now on; without an argument everything passes. */
  handle(handling?: Handling): void
  /** Says that the way broke, or is whole again. */
  tellHealth(whole: boolean): void
}
export type Handling = (what: What, pass: (what: What) => Promise<void>) => Promise<void> | undefined

export function roughBus(): RoughBus {
  let handling = passing
  const tellers = new Set<(whole: boolean) => void>()
  return {
    handle(next = passing) {
      handling = next
    },
    tellHealth(whole) {
      for (const tell of tellers) tell(whole)
    },
    around: (bus) => ({
      publish: async (topic, message) =>
        await handling({ topic, message }, (what) => bus.publish(what.topic, what.message)),
      listen: (topic, hear) => bus.listen(topic, hear),
      onHealth(tell) {
        tellers.add(tell)
        return { [Symbol.dispose]: () => void tellers.delete(tell) }
      },
      [Symbol.asyncDispose]: () => bus[Symbol.asyncDispose](),
    }),
  }
}

const passing: Handling = (what, pass) => pass(what)

/** Loses everything of topics that match. */
export function losing(pattern: RegExp): Handling {
  return (what, pass) => (pattern.test(what.topic) ? undefined : pass(what))
}
