import type { OverlayStatus } from './types.ts'

type Follow = OverlayStatus['follows'][number]

/** The people who are remembered, so that one who follows again is not announced again. */
const maxPeople = 1_000

/** Finds the follows of a status that no earlier one had. Those of the first are from before the page was opened. */
export function createNewFollows() {
  const people = new Set<string>()
  let last: number | null = null
  return {
    /** The new ones, the oldest first. */
    add(follows: readonly Follow[]): Follow[] {
      const since = last
      last = Math.max(since ?? 0, ...follows.map(({ position }) => position))
      const added = follows.filter(({ channelId, position }) => {
        const isNew = since !== null && position > since && !people.has(channelId)
        if (people.size >= maxPeople) people.clear()
        people.add(channelId)
        return isNew
      })
      // The browser of OBS has no toReversed.
      // oxlint-disable-next-line unicorn/no-array-reverse
      return [...added].reverse()
    },
  }
}
