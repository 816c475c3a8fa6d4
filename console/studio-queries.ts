import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  consoleAudience,
  consoleChatSettings,
  consoleModeration,
  consoleStudio,
  type ActivityKind,
  type ContentOf,
} from '@onair/contract'
import { api } from './api.ts'

export type Setting = ContentOf<typeof consoleStudio.readSetting>
export type NamedCategory = NonNullable<Setting['category']>
export type ChatSetting = ContentOf<typeof consoleChatSettings.readChatSettings>

/** How often what may change elsewhere is looked at again while a page shows it. */
const often = 2_000
const sometimes = 5_000

export const overviewQuery = queryOptions({
  queryKey: ['studio'],
  queryFn: () => api(consoleStudio.readOverview),
  refetchInterval: often,
})

export const settingQuery = queryOptions({
  queryKey: ['studio', 'setting'],
  queryFn: () => api(consoleStudio.readSetting),
  refetchInterval: often,
})

export const keyQuery = queryOptions({
  queryKey: ['studio', 'key'],
  queryFn: () => api(consoleStudio.readStreamKey),
  refetchInterval: sometimes,
})

export const chatSettingQuery = queryOptions({
  queryKey: ['studio', 'chat'],
  queryFn: () => api(consoleChatSettings.readChatSettings),
  refetchInterval: often,
})

export const noticeQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['studio', 'notice', channelId],
    queryFn: () => api(consoleModeration.readNotice, { inPath: { channelId } }),
    enabled: channelId !== '',
    refetchInterval: often,
  })

export const managersQuery = queryOptions({
  queryKey: ['studio', 'managers'],
  queryFn: () => api(consoleModeration.listManagers),
  refetchInterval: sometimes,
})

export const restrictionsQuery = (channelId: string) =>
  infiniteQueryOptions({
    queryKey: ['studio', 'restrictions', channelId],
    queryFn: ({ pageParam: next }) =>
      api(consoleModeration.listRestricted, { inPath: { channelId }, query: { ...(next !== null && { next }) } }),
    enabled: channelId !== '',
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
    refetchInterval: sometimes,
  })

export const followersQuery = (page: number) =>
  queryOptions({
    queryKey: ['studio', 'followers', page],
    queryFn: () => api(consoleAudience.listFollowers, { query: { page } }),
    placeholderData: keepPreviousData,
    refetchInterval: sometimes,
  })

export type SubscriberOrder = 'RECENT' | 'LONGER'
export const subscribersQuery = (page: number, sort: SubscriberOrder) =>
  queryOptions({
    queryKey: ['studio', 'subscribers', page, sort],
    queryFn: () => api(consoleAudience.listSubscribers, { query: { page, sort } }),
    placeholderData: keepPreviousData,
    refetchInterval: sometimes,
  })

export const activityQuery = (kind: ActivityKind | undefined) =>
  infiniteQueryOptions({
    queryKey: ['studio', 'activity', kind],
    queryFn: ({ pageParam: next }) =>
      api(consoleAudience.listActivity, { query: { ...(kind && { kind }), ...(next !== null && { next }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
    refetchInterval: often,
  })
