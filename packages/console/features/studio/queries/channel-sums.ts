import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { consoleApi, type ContentOf, type QueryOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { pollPages } from '../../../lib/poll-pages.ts'

export type ChannelSums = ContentOf<typeof consoleApi.studio.getChannelSums>
export type SumPeriod = ChannelSums['periods'][number]

export const { timeZone: ownZone } = new Intl.DateTimeFormat().resolvedOptions()

const pollMs = 60_000

/** Days or months of a time zone. */
export type Period = QueryOf<typeof consoleApi.studio.getChannelSums>

export const channelSumsQuery = (period: Period) =>
  queryOptions({
    queryKey: ['studio', 'sums', period] as const,
    queryFn: () => api(consoleApi.studio.getChannelSums, { query: period }),
    refetchInterval: pollMs,
  })

export const channelLivesQuery = (period: Period) =>
  infiniteQueryOptions({
    queryKey: ['studio', 'lives', period],
    queryFn: ({ pageParam: next }) =>
      api(consoleApi.studio.listChannelLives, { query: { ...period, ...(next !== null && { next }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
    ...pollPages(pollMs),
  })

/** The sums of today and of this month so far. */
export type CurrentSums = { day: SumPeriod; month: SumPeriod }

export function useCurrentSums(): CurrentSums | null {
  const day = useQuery(channelSumsQuery({ unit: 'day', timeZone: ownZone, days: 1 })).data?.periods.at(-1)
  const month = useQuery(channelSumsQuery({ unit: 'month', timeZone: ownZone })).data?.periods.at(-1)
  return day && month ? { day, month } : null
}
