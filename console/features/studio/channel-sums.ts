import { queryOptions, useQuery } from '@tanstack/react-query'
import { consoleApi, type ContentOf, type SumUnit } from '@onair/contract'
import { api } from '../../lib/api.ts'

export type ChannelSums = ContentOf<typeof consoleApi.studio.getChannelSums>
export type SumPeriod = ChannelSums['periods'][number]

export const { timeZone: ownZone } = new Intl.DateTimeFormat().resolvedOptions()

export const channelSumsQuery = (unit: SumUnit, timeZone: string) =>
  queryOptions({
    queryKey: ['studio', 'sums', unit, timeZone],
    queryFn: () => api(consoleApi.studio.getChannelSums, { query: { unit, timeZone } }),
    refetchInterval: 60_000,
  })

export const broadcastsQuery = queryOptions({
  queryKey: ['studio', 'broadcasts'],
  queryFn: () => api(consoleApi.studio.listBroadcasts),
  refetchInterval: 60_000,
})

/** The sums of today and of this month so far. */
export type CurrentSums = { day: SumPeriod; month: SumPeriod }

export function useCurrentSums(): CurrentSums | null {
  const day = useQuery(channelSumsQuery('day', ownZone)).data?.periods.at(-1)
  const month = useQuery(channelSumsQuery('month', ownZone)).data?.periods.at(-1)
  return day && month ? { day, month } : null
}
