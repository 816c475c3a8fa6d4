import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { consoleApi, type ContentOf, type LiveSort } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { watchProofOf } from './viewer-claims.ts'
import { pollPages } from '../../lib/poll-pages.ts'

const blockedPollMs = 15_000

export type ChannelDetails = ContentOf<typeof consoleApi.watch.getChannel>

/** The watched channel. The viewer socket keeps it up to date. */
export const channelQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['channel', channelId],
    queryFn: () => api(consoleApi.watch.getChannel, { pathParams: { channelId }, query: watchProofOf(channelId) }),
    // Without a socket nothing says that the channel has been opened.
    refetchInterval: ({ state }) => (state.data?.watchBlock == null ? false : blockedPollMs),
    staleTime: Infinity,
    refetchOnReconnect: false,
  })

/** The status of the viewer in the channel; null for a guest. */
export const viewerStatusQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['viewerStatus', channelId],
    queryFn: async () => (await api(consoleApi.watch.getViewerStatus, { pathParams: { channelId } })).self,
    staleTime: Infinity,
    refetchOnReconnect: false,
  })

export const walletQuery = queryOptions({ queryKey: ['wallet'], queryFn: () => api(consoleApi.channels.getWallet) })

/** The lives, polled while the page is open. */
export const livesQuery = infiniteQueryOptions({
  queryKey: ['lives'],
  queryFn: ({ pageParam: next }) => api(consoleApi.watch.listLives, { query: next === null ? {} : { next } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ page }) => page.next,
  ...pollPages(10_000),
})

/** `text` and `category` are those of the address. */
export type LiveFilters = { text: string; category: string; sort: LiveSort }

/** The lives that match, polled while the page is open. Those of the filters before stay until these arrive. */
export const searchLivesQuery = ({ text, category, sort }: LiveFilters) =>
  infiniteQueryOptions({
    queryKey: ['searchLives', text, category, sort],
    queryFn: ({ pageParam: next }) =>
      api(consoleApi.watch.searchLives, {
        query: {
          ...(text !== '' && { text }),
          ...(category !== '' && { categoryId: category }),
          ...(sort !== 'VIEWERS' && { sort }),
          ...(next !== null && { next }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
    placeholderData: keepPreviousData,
    ...pollPages(10_000),
  })

/** The channels that are not live and whose name has the text. */
export const offlineChannelsQuery = (text: string) =>
  queryOptions({
    queryKey: ['offlineChannels', text],
    queryFn: () => api(consoleApi.watch.findOfflineChannels, { query: { text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** The next broadcasts, the last recordings and the channels beside the lives. */
export const shelvesQuery = queryOptions({
  queryKey: ['shelves'],
  queryFn: () => api(consoleApi.watch.getShelves),
  staleTime: 60_000,
})

/** The followed lives and the categories, polled while the page is open. */
export const liveDirectoryQuery = queryOptions({
  queryKey: ['liveDirectory'],
  queryFn: () => api(consoleApi.watch.getLiveDirectory),
  refetchInterval: 10_000,
})
