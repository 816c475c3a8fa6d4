/** A look at the clock may come this much later than its timer, and clocks drift. */
const toleranceMs = 10_000
/** How long the program may be down for that time to count as passed: an update, not a forgotten machine. */
const maxDowntimeMs = 86_400_000

import { limits } from '@onair/contract'

/** Whole days until an application that went unused for so long is deleted, if it goes on. */
export function daysLeft(idleMs: number): number {
  return Math.max(0, Math.ceil(limits.appIdleDays - idleMs / 86_400_000))
}

export type SkippedTime = { startedAt: number; endedAt: number }

/**
 * The time since the last look that nobody saw pass, or null. Who looked before knows how much real time went by; who
 * looks for the first time believes the clock as far as a program may be down.
 */
export function findSkippedTime(sweptAt: number, now: number, uptimeMs: number | null): SkippedTime | null {
  const elapsedMs = uptimeMs ?? maxDowntimeMs
  return now - sweptAt > elapsedMs + toleranceMs ? { startedAt: sweptAt, endedAt: now - Math.round(elapsedMs) } : null
}
