import { type SumUnit, limits, type consoleApi, type QueryOf } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { errorReason, invalidField } from '../../../shared/refusal.ts'

/** `firstDay` in the time zone, `2026-11-23`; times in milliseconds since 1970. */
export type Period = { firstDay: string; start: number; end: number }

const dayMs = 86_400_000
const quarterMs = 900_000

/**
 * The last days or months of a time zone, oldest first, with the one of `now`. A day begins at its first instant, which
 * is not midnight where clocks are set forward at midnight. Null if there is no such zone.
 */
export function listPeriods(now: number, unit: SumUnit, timeZone: string, count: number): Period[] | null {
  const format = dayFormat(timeZone)
  if (format === null) return null
  const today = format.format(now)
  const days = Array.from({ length: count + 1 }, (_, index) => addPeriods(today, unit, index - count + 1))
  const starts = days.map((day) => startOfDay(day, format))
  return days.slice(0, -1).map((firstDay, index) => ({
    firstDay,
    start: starts[index] as number,
    end: starts[index + 1] as number,
  }))
}

function dayFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    // Swedish dates have the form of ISO 8601.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  } catch {
    return null
  }
}

function addPeriods(day: string, unit: SumUnit, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const at = unit === 'day' ? Date.UTC(year, month - 1, date + count) : Date.UTC(year, month - 1 + count, 1)
  return new Date(at).toISOString().slice(0, 10)
}

/** Zones differ from UTC by less than a day and, today, by multiples of 15 minutes. */
function startOfDay(day: string, format: Intl.DateTimeFormat): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let [before, start] = [midnight - dayMs, midnight + dayMs]
  while (start - before > quarterMs) {
    const middle = before + Math.floor((start - before) / quarterMs / 2) * quarterMs
    if (format.format(middle) < day) before = middle
    else start = middle
  }
  return start
}

type PeriodQuery = Omit<QueryOf<typeof consoleApi.studio.listChannelLives>, 'next'>

const months = 12

/** How many days of sums and lives are kept, with today. */
export function keptDaysOf({ liveDays }: Pick<Deps['config'], 'liveDays'>): number {
  return liveDays === 0 ? limits.viewerQuarterDays : Math.min(limits.viewerQuarterDays, liveDays)
}

/**
 * The days or months that a query asks for, and as many days before them, oldest first. `before` is empty by month, and
 * if these days are not kept.
 */
export function parsePeriod(
  { unit = 'day', timeZone, days = limits.summedDays, lastDay }: PeriodQuery,
  now: number,
  keptDays: number,
): { periods: Period[]; before: Period[] } {
  // To find the instants at which days begin takes time, so only as many as can be needed.
  const neededDays = lastDay === undefined ? Math.min(2 * days, keptDays) : keptDays
  const kept = listPeriods(now, unit, timeZone, unit === 'day' ? neededDays : months)
  if (kept === null) throw invalidField('timeZone', 'INVALID_TIME_ZONE')
  if (unit === 'month') return { periods: kept, before: [] }
  const end = lastDay === undefined ? kept.length : kept.findIndex(({ firstDay }) => firstDay === lastDay) + 1
  const notKept = errorReason('DAY_NOT_KEPT', { days: keptDays })
  if (end === 0) throw invalidField('lastDay', notKept)
  const start = end - days
  if (start < 0) throw invalidField('days', notKept)
  return { periods: kept.slice(start, end), before: start < days ? [] : kept.slice(start - days, start) }
}
