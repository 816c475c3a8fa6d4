import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { consoleApi, type ContentOf, type ModerationAction, type OverlayKind, type QueryOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { pollPages } from '../../../lib/poll-pages.ts'

export type LiveSettings = ContentOf<typeof consoleApi.studio.getSetting>
export type ChatSettings = ContentOf<typeof consoleApi.chatSettings.getChatSettings>

/** How often a page polls data that can change elsewhere. */
const fastPollMs = 2_000
const slowPollMs = 5_000

export const overviewQuery = queryOptions({
  queryKey: ['studio'],
  queryFn: () => api(consoleApi.studio.getStudioOverview),
  refetchInterval: fastPollMs,
})

/** A live is measured once a minute. */
export const liveStatsQuery = queryOptions({
  queryKey: ['studio', 'stats'],
  queryFn: () => api(consoleApi.studio.getLiveStats),
  refetchInterval: 15_000,
})

export const liveSettingsQuery = queryOptions({
  queryKey: ['studio', 'setting'],
  queryFn: () => api(consoleApi.studio.getSetting),
  refetchInterval: fastPollMs,
})

export const streamKeyQuery = queryOptions({
  queryKey: ['studio', 'key'],
  queryFn: () => api(consoleApi.studio.getStreamKey),
  // A repeated call would ask for the password while the user does something else.
  staleTime: Infinity,
  gcTime: 0,
  retry: false,
})

export const chatSettingsQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['studio', 'chat', channelId],
    queryFn: () => api(consoleApi.chatSettings.getChatSettings, { pathParams: { channelId } }),
    enabled: channelId !== '',
    refetchInterval: fastPollMs,
  })

export const noticeQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['studio', 'notice', channelId],
    queryFn: () => api(consoleApi.moderation.getNotice, { pathParams: { channelId } }),
    enabled: channelId !== '',
    refetchInterval: fastPollMs,
  })

export const managersQuery = queryOptions({
  queryKey: ['studio', 'managers'],
  queryFn: () => api(consoleApi.moderation.listManagers),
  refetchInterval: slowPollMs,
})

/** The channels in which the visitor has a role. */
export const managedChannelsQuery = queryOptions({
  queryKey: ['studio', 'managed'],
  queryFn: () => api(consoleApi.moderation.listManagedChannels),
  refetchInterval: slowPollMs,
})

export const blockedWordsQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['studio', 'blocked-words', channelId],
    queryFn: () => api(consoleApi.moderation.getBlockedWords, { pathParams: { channelId } }),
    enabled: channelId !== '',
    refetchInterval: slowPollMs,
  })

type ModerationInput = { pathParams: { channelId: string }; query: { next?: string } }

/** The pages of a list for the moderators of a channel. */
const moderationQuery =
  <T extends { page: { next: string | null } }>(key: readonly string[], load: (input: ModerationInput) => Promise<T>) =>
  (channelId: string) =>
    infiniteQueryOptions({
      queryKey: ['studio', ...key, channelId],
      queryFn: ({ pageParam: next }) => load({ pathParams: { channelId }, query: { ...(next !== null && { next }) } }),
      enabled: channelId !== '',
      initialPageParam: null as string | null,
      getNextPageParam: ({ page }) => page.next,
      ...pollPages(slowPollMs),
    })
export const moderationLogQuery = (
  channelId: string,
  { action, name = '' }: { action?: ModerationAction; name?: string },
) =>
  moderationQuery(['moderation', action ?? '', name], ({ query, ...input }) =>
    api(consoleApi.moderation.listModerationLog, {
      ...input,
      query: { ...query, ...(action && { action }), ...(name !== '' && { name }) },
    }),
  )(channelId)

/** The restricted viewers whose name contains the text. */
export const restrictionsQuery = (channelId: string, name: string) =>
  moderationQuery(['restrictions', name], ({ query, ...input }) =>
    api(consoleApi.moderation.listRestricted, { ...input, query: { ...query, ...(name !== '' && { name }) } }),
  )(channelId)
/** The key of all lists of restricted viewers. */
export const restrictionsKey = ['studio', 'restrictions']

export const followersQuery = (page: number) =>
  queryOptions({
    queryKey: ['studio', 'followers', page],
    queryFn: () => api(consoleApi.audience.listFollowers, { query: { page } }),
    placeholderData: keepPreviousData,
    refetchInterval: slowPollMs,
  })

export type SubscriberSort = 'RECENT' | 'LONGER'
export const subscribersQuery = (page: number, sort: SubscriberSort) =>
  queryOptions({
    queryKey: ['studio', 'subscribers', page, sort],
    queryFn: () => api(consoleApi.audience.listSubscribers, { query: { page, sort } }),
    placeholderData: keepPreviousData,
    refetchInterval: slowPollMs,
  })

/** The followers or subscribers whose name contains the text, newest first. */
const audienceSearchQuery = <Page extends { page: { next: string | null } }>(
  list: 'followers' | 'subscribers',
  name: string,
  load: (query: { name?: string; next?: string }) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey: ['studio', list, 'search', name],
    queryFn: ({ pageParam: next }) => load({ name, ...(next !== null && { next }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
    enabled: name !== '',
  })

export const searchFollowers = (query: QueryOf<typeof consoleApi.audience.searchFollowers>) =>
  api(consoleApi.audience.searchFollowers, { query })
export const followerSearchQuery = (name: string) => audienceSearchQuery('followers', name, searchFollowers)

export const searchSubscribers = (query: QueryOf<typeof consoleApi.audience.searchSubscribers>) =>
  api(consoleApi.audience.searchSubscribers, { query })
export const subscriberSearchQuery = (name: string) => audienceSearchQuery('subscribers', name, searchSubscribers)

type ActivityFilter = Omit<QueryOf<typeof consoleApi.audience.listActivity>, 'size' | 'next'>

export const listActivity = (query: QueryOf<typeof consoleApi.audience.listActivity>) =>
  api(consoleApi.audience.listActivity, { query })
export const activityQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: ['studio', 'activity', filter],
    queryFn: ({ pageParam: next }) => listActivity({ ...filter, ...(next !== null && { next }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
    ...pollPages(fastPollMs),
  })

export const overlayUrlQuery = (kind: OverlayKind) =>
  queryOptions({
    queryKey: ['overlay-url', kind],
    queryFn: () => api(consoleApi.overlays.getOverlayUrl, { pathParams: { kind } }),
    gcTime: 0,
    retry: false,
  })

export const overlaysQuery = queryOptions({
  queryKey: ['overlays'],
  queryFn: () => api(consoleApi.overlays.getOverlays),
})
