import { limits, type consoleApi, type ContentOf, type QueryOf } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { listAirTimes, sumDonations, sumFollowers, sumSubscriptions, sumViewers } from './channel-sum-store.ts'
import { keptDaysOf, parsePeriod, type Period } from './period-rules.ts'

type ChannelSums = ContentOf<typeof consoleApi.studio.getChannelSums>

/** The viewers, chat, payments, followers and time on air of a channel by day or by month of a time zone. */
export async function getChannelSums(
  channelId: string,
  query: QueryOf<typeof consoleApi.studio.getChannelSums>,
  { clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>,
): Promise<ChannelSums> {
  const now = clock.now()
  const keptDays = keptDaysOf(config)
  const { before, periods: requested } = parsePeriod(query, now, keptDays)
  const periods = [...before, ...requested]
  const range = {
    channelId,
    starts: periods.map(({ start }) => start),
    until: Math.min(now, (periods.at(-1)?.end ?? now) - 1),
  }
  const [viewers, donations, subscriptions, followers, airTimes] = await Promise.all([
    sumViewers(db.read, range),
    sumDonations(db.read, range),
    sumSubscriptions(db.read, range),
    sumFollowers(db.read, range),
    listAirTimes(db.read, channelId, periods[0]?.start ?? now),
  ])
  const sums = periods.map((period, index) => ({
    firstDay: period.firstDay,
    ...viewersOf(viewers.filter((one) => one.period === index + 1)),
    messages: sumOf(viewers, index)?.messages ?? 0,
    donations: sumOf(donations, index)?.count ?? 0,
    amount: sumOf(donations, index)?.amount ?? 0,
    subscriptions: sumOf(subscriptions, index)?.count ?? 0,
    followers: sumOf(followers, index)?.count ?? 0,
    liveSec: Math.round(timeOnAir(airTimes, period, now) / 1_000),
  }))
  const isComplete = [donations, subscriptions, followers].every(
    (counts) => counts.reduce((sum, { count }) => sum + count, 0) < limits.summedEvents,
  )
  return {
    periods: sums.slice(before.length),
    ...viewersOf(viewers.filter((one) => one.period > before.length)),
    previous:
      before.length > 0 && isComplete
        ? { ...viewersOf(viewers.filter((one) => one.period <= before.length)), ...addUp(sums.slice(0, before.length)) }
        : null,
    isComplete,
    keptDays,
  }
}

function addUp(sums: ChannelSums['periods']) {
  const total = { liveSec: 0, messages: 0, amount: 0, subscriptions: 0, followers: 0 }
  for (const sum of sums) for (const field of Object.keys(total) as (keyof typeof total)[]) total[field] += sum[field]
  return total
}

function viewersOf(sums: Awaited<ReturnType<typeof sumViewers>>) {
  const minutes = sums.reduce((sum, one) => sum + one.minutes, 0)
  const viewerMinutes = sums.reduce((sum, one) => sum + one.viewerMinutes, 0)
  return {
    peakViewers: minutes === 0 ? null : Math.max(...sums.map(({ peakViewers }) => peakViewers)),
    averageViewers: minutes === 0 ? null : Math.round(viewerMinutes / minutes),
  }
}

function sumOf<Sum extends { period: number }>(sums: readonly Sum[], index: number): Sum | undefined {
  return sums.find(({ period }) => period === index + 1)
}

function timeOnAir(airTimes: Awaited<ReturnType<typeof listAirTimes>>, { start, end }: Period, now: number): number {
  return airTimes
    .map(({ openedAt, closedAt }) => Math.min(closedAt ?? now, end) - Math.max(openedAt, start))
    .reduce((sum, overlap) => sum + Math.max(0, overlap), 0)
}
