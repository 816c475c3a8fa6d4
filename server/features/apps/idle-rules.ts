/** A look at the clock may come this much later than its timer, and clocks drift. */
const slackMs = 10_000
/** How long the program may be down for that time to count as passed: an update, not a forgotten machine. */
const downAtMostMs = 86_400_000

export type Unseen = { beganAt: number; endedAt: number }

/**
 * The time since the last look that nobody saw pass, or null. Who looked before knows how much real time went by; who
 * looks for the first time believes the clock as far as a program may be down.
 */
export function unseenSince(lookedAt: number, now: number, realMs: number | null): Unseen | null {
  const seenMs = realMs ?? downAtMostMs
  return now - lookedAt > seenMs + slackMs ? { beganAt: lookedAt, endedAt: now - Math.round(seenMs) } : null
}
