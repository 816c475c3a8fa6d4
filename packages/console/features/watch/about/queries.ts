import { queryOptions } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { watchProofOf } from '../viewer-claims.ts'

/** The channel of a short address. */
export const handleQuery = (handle: string) =>
  queryOptions({
    queryKey: ['handle', handle],
    queryFn: () => api(consoleApi.profile.findHandle, { pathParams: { handle } }),
    staleTime: Infinity,
  })

/** The channels whose notices the person gets, and whether mails bring them. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: () => api(consoleApi.notices.getNotices),
})

/** The introduction, the links and the short address of a channel. */
export const channelProfileQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['channelProfile', channelId],
    queryFn: () => api(consoleApi.profile.getChannelProfile, { pathParams: { channelId } }),
    staleTime: 60_000,
  })

/** The next broadcasts that a channel plans. */
export const channelScheduleQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['channelSchedule', channelId],
    queryFn: () =>
      api(consoleApi.schedule.getChannelSchedule, { pathParams: { channelId }, query: watchProofOf(channelId) }),
    staleTime: 60_000,
  })
