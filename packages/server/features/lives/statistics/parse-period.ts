import { limits, type consoleApi, type QueryOf } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { errorReason, invalidField } from '../../../shared/refusal.ts'
import { listPeriods, type Period } from './period-rules.ts'

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
