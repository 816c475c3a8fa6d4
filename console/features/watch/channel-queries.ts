import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'

export type ChannelDetails = ContentOf<typeof consoleApi.watch.getChannel>

/** The channel that is watched; the socket says when to read it again. */
export const channelQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['channel', channelId],
    queryFn: () => api(consoleApi.watch.getChannel, { pathParams: { channelId } }),
    staleTime: Infinity,
    refetchOnReconnect: false,
  })

/** Who one is there; null for a guest. */
export const viewerStatusQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['viewerStatus', channelId],
    queryFn: async () => (await api(consoleApi.watch.getViewerStatus, { pathParams: { channelId } })).self,
    staleTime: Infinity,
    refetchOnReconnect: false,
  })

export const walletQuery = queryOptions({ queryKey: ['wallet'], queryFn: () => api(consoleApi.channels.getWallet) })

/** Who is on the air, looked at again while the page is open. */
export const livesQuery = infiniteQueryOptions({
  queryKey: ['lives'],
  queryFn: ({ pageParam: next }) => api(consoleApi.watch.listLives, { query: next === null ? {} : { next } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ page }) => page.next,
  refetchInterval: 10_000,
})
