import { limits } from '@onair/contract'

const dayMs = 86_400_000
/** Allows for a late timer and for clock drift. */
const toleranceMs = 10_000
/** Downtime up to this length counts as observed time: an update, not a machine that was switched off. */
const maxDowntimeMs = dayMs

/** Days, rounded up, until an application is deleted, if it stays idle. Never more than all of them, also after the clock was moved back. */
export function daysLeft(idleMs: number): number {
  return Math.max(0, Math.ceil(limits.appIdleDays - Math.max(0, idleMs) / dayMs))
}

export type UnobservedTime = { startedAt: number; endedAt: number }

/**
 * The time since the last sweep that was not observed. `uptimeMs` is the process time since this process swept,
 * null at its first sweep: then the clock is trusted for up to `maxDowntimeMs`.
 */
export function findUnobservedTime(sweptAt: number, now: number, uptimeMs: number | null): UnobservedTime | null {
  const elapsedMs = uptimeMs ?? maxDowntimeMs
  return now - sweptAt > elapsedMs + toleranceMs ? { startedAt: sweptAt, endedAt: now - Math.round(elapsedMs) } : null
}
