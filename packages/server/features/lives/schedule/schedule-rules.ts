import { limits } from '@onair/contract'

const [minuteMs, dayMs] = [60_000, 86_400_000]
const weekMs = 7 * dayMs
/** A broadcast without a length is shown so long after its start. */
const unknownLengthMin = 60

/** A plan of a streamer. `localStart` is a time of clocks in `timeZone`: `2026-12-04T20:00`. */
export type Plan = {
  localStart: string
  timeZone: string
  isWeekly: boolean
  lengthMin: number | null
  cancelledDays: readonly string[]
}

/** A broadcast of a plan. `day` is the day of clocks in the time zone of the plan, and identifies it. */
export type Occurrence = { day: string; startsAt: number; endsAt: number | null; isCancelled: boolean }

/** The broadcasts of a plan that are not over, the next first; of a weekly one those of some weeks. */
export function listOccurrences(plan: Plan, now: number): Occurrence[] {
  return occurrencesUntil(plan, now, now + limits.scheduledWeeks * weekMs)
}

/** The next start of a plan; of one that is not repeated, its start. */
export function nextStartOf(plan: Plan, now: number): number {
  if (!plan.isWeekly) return startOfPlan(plan)
  // A day in the last of these weeks cannot be cancelled yet.
  const coming = occurrencesUntil(plan, now, now + (limits.scheduledWeeks + 2) * weekMs)
  const next = coming.find(({ isCancelled, startsAt }) => !isCancelled && startsAt > now)
  return next?.startsAt ?? startOfPlan(plan)
}

/** Why a plan is refused, and the field. */
export function refusalOfPlan(
  { localStart, timeZone, isWeekly }: Omit<Plan, 'cancelledDays'>,
  now: number,
): { field: string; code: 'INVALID_TIME_ZONE' | 'INVALID_DATE' | 'START_IN_PAST' | 'START_TOO_LATE' } | null {
  if (!isTimeZone(timeZone)) return { field: 'timeZone', code: 'INVALID_TIME_ZONE' }
  const local = Date.parse(`${localStart}Z`)
  // The 30th of February is another day for some parsers.
  if (Number.isNaN(local) || localTimeOf(local) !== localStart) return { field: 'localStart', code: 'INVALID_DATE' }
  const startsAt = startOfPlan({ localStart, timeZone })
  if (!isWeekly && startsAt < now) return { field: 'localStart', code: 'START_IN_PAST' }
  return startsAt > now + limits.scheduledDays * dayMs ? { field: 'localStart', code: 'START_TOO_LATE' } : null
}

function occurrencesUntil(plan: Plan, now: number, until: number): Occurrence[] {
  const { localStart, timeZone, isWeekly, lengthMin, cancelledDays } = plan
  const shownAt = clocksOf(timeZone)
  const first = Date.parse(`${localStart}Z`)
  const passed = isWeekly ? Math.max(0, Math.floor((now - first) / weekMs) - 1) : 0
  const found: Occurrence[] = []
  for (let local = first + passed * weekMs; ; local += weekMs) {
    const startsAt = startOf(local, shownAt)
    if (isWeekly && startsAt > until) return found
    const day = localTimeOf(local).slice(0, 10)
    const endsAt = lengthMin === null ? null : startsAt + lengthMin * minuteMs
    if ((endsAt ?? startsAt + unknownLengthMin * minuteMs) > now)
      found.push({ day, startsAt, endsAt, isCancelled: cancelledDays.includes(day) })
    if (!isWeekly) return found
  }
}

/** The time that clocks of a time zone show, as if it were UTC. */
type Clocks = (at: number) => number

/** To make one takes as long as many conversions. */
function clocksOf(timeZone: string): Clocks {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (at) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`)
}

/**
 * When clocks show a local time: the first time where they show it twice, and, where they skip it, as much later as they were
 * put forward.
 */
function startOf(local: number, shownAt: Clocks): number {
  const [before, after] = [local - dayMs, local + dayMs].map((at) => local - (shownAt(at) - at)) as [number, number]
  return before !== after && shownAt(before) !== local && shownAt(after) === local ? after : before
}

const startOfPlan = ({ localStart, timeZone }: Pick<Plan, 'localStart' | 'timeZone'>) =>
  startOf(Date.parse(`${localStart}Z`), clocksOf(timeZone))

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const localTimeOf = (local: number) => new Date(local).toISOString().slice(0, 16)
