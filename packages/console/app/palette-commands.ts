import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useIsFetching, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, type UseNavigateResult } from '@tanstack/react-router'
import { consoleApi, type RecordKind } from '@onair/contract'
import { appTabs, type AppTab } from '../features/apps/app-tabs.ts'
import { api } from '../lib/api.ts'
import { appsQuery } from '../features/apps/queries.ts'
import { isSandbox } from '../lib/page-settings.ts'
import { listRecords, type InspectorRecord } from '../features/inspector/queries/records.ts'
import { visitorQuery } from '../lib/visitor.ts'
import { categoryName } from '../features/channels/category-name.ts'
import { secondFormat } from '../lib/time-format.ts'
import { languageNames, loadStrings, strings } from '../locales/index.ts'
import { signOut } from './account-menu.tsx'
import { findPages, listPalettePages, type PalettePage, type PaletteVisitor } from './palette-pages.ts'

const t = strings('palette')
const { account } = strings('common')

export type PaletteCommand = {
  id: string
  group: string
  kind?: RecordKind
  label: string
  detail: string
  /** The text that matched the search, where neither label nor detail contains it. */
  match?: string
  open: () => void
}

const maxPerGroup = 6
/** The most watched lives, before the user types. */
const maxFirstLives = 4
/** The applications with a tab that the search names. */
const maxTabApps = 3
/** The records that are read, before those of the same text become one command. */
const maxReadRecords = 50
/** The pages that are offered before the user types, and the pages that match. */
const [maxFirstPages, maxPages] = [7, 8]

/** The commands that match the search, those of the place where the user is first. Each closes the palette. */
export function usePaletteCommands(input: string, onClose: () => void) {
  const [text] = useDebouncedValue(input, 150)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const open: Open = (to) => {
    onClose()
    return navigate(to)
  }
  const needle = input.normalize('NFC').toLowerCase()
  const pages = usePages(needle, pathname, open)
  const watching = useLives(needle, text, open)
  const developing = [...useApps(input, text, open), ...useCampaigns(text, open), ...useOperations(needle, open)]
  const records = useRecords(needle, text, open)
  const settings = useSettings(needle, onClose)
  const isSearching = useIsFetching({ queryKey: ['palette'] }) > 0 || text !== input
  const isForDevelopers = /^\/(console|reference|live)(\/|$)/.test(pathname)
  // A page that is named is there at once: what is found later does not take the place that Enter opens.
  const isPageNamed = needle !== '' && pages[0]?.label.toLowerCase().startsWith(needle)
  const found = isForDevelopers
    ? [pages, developing, watching]
    : isPageNamed
      ? [pages, watching, developing]
      : [watching, pages, needle === '' ? [] : developing]
  // Of these, many match by a part of their content only.
  return { commands: [...found, settings, records].flat(), isSearching }
}

type Open = UseNavigateResult<string>

function usePages(needle: string, pathname: string, open: Open): PaletteCommand[] {
  const { data: visitor } = useQuery(visitorQuery)
  const { data: pages = [] } = useQuery(pagesQuery(visitor ?? null))
  const isHere = ({ path }: PalettePage) => path.split('/')[1] === pathname.split('/')[1]
  const found = findPages(pages, needle)
  // Equal ones stay in their order.
  const ordered = needle === '' ? found.toSorted((one, other) => Number(isHere(other)) - Number(isHere(one))) : found
  return ordered.slice(0, needle === '' ? maxFirstPages : maxPages).map(({ name, place, path }) => ({
    id: `page ${path}`,
    group: t.page,
    label: name,
    detail: place,
    open: () => void open({ href: path }),
  }))
}

/** The applications that match, and a tab of applications that a word of the search names. */
function useApps(input: string, text: string, open: Open): PaletteCommand[] {
  const isSignedIn = !!useQuery(visitorQuery).data
  const { data: apps } = useQuery({ ...appsQuery({ name: text, size: maxPerGroup }), enabled: isSignedIn })
  const { data: tabs } = useQuery(appTabsQuery)
  const { tab, appName } = findAppTab(input, tabs ?? [])
  const { data: tabApps } = useQuery({
    ...appsQuery({ name: appName, size: maxTabApps }),
    enabled: isSignedIn && tab !== undefined,
  })
  return [
    ...(apps?.data ?? []).map(({ clientId, name }) => ({
      id: `app ${clientId}`,
      group: t.app,
      label: name,
      detail: clientId,
      open: () => void open({ to: '/console/apps/$clientId', params: { clientId } }),
    })),
    ...(tab === undefined ? [] : (tabApps?.data ?? [])).map(({ clientId, name }) => ({
      id: `app ${clientId} ${tab?.id}`,
      group: t.app,
      label: `${name} › ${tab?.name}`,
      detail: clientId,
      open: () => void open({ to: '/console/apps/$clientId', params: { clientId }, search: { tab: tab?.id } }),
    })),
  ]
}

function useCampaigns(text: string, open: Open): PaletteCommand[] {
  const isSignedIn = !!useQuery(visitorQuery).data
  const { data: campaigns } = useQuery({
    queryKey: ['palette', 'campaigns', text],
    queryFn: () => api(consoleApi.campaigns.listCampaigns, { query: { text, size: maxPerGroup } }),
    enabled: isSignedIn && text !== '',
  })
  return (text === '' ? [] : (campaigns?.data ?? [])).map(({ clientId, campaignId, title, appName }) => ({
    id: `campaign ${campaignId}`,
    group: t.campaign,
    label: title,
    detail: appName,
    open: () => void open({ to: '/console/drops/$clientId/$campaignId', params: { clientId, campaignId } }),
  }))
}

/** Lives, running polls, channels that are not live, and categories by their names; without a search, the most watched. */
function useLives(needle: string, text: string, open: Open): PaletteCommand[] {
  const { data: found } = useQuery(livesQuery(text))
  const { lives = [], channels = [], categories = [] } = found ?? {}
  const watch = (channelId: string) => () => void open({ to: '/watch/$channelId', params: { channelId } })
  return [
    ...lives.flatMap((live) => {
      const { channelId, channelName, liveTitle, concurrentUserCount, tags } = live
      const [categoryValue, englishName] = [live.liveCategoryValue ?? '', live.liveCategoryEnglishName ?? '']
      const category = categoryName({ categoryValue, englishName })
      // One that has only its poll in common with the search is among the polls.
      if (!isShown(needle, channelName, liveTitle, categoryValue, englishName, ...tags)) return []
      return {
        id: `live ${channelId}`,
        group: t.live,
        label: channelName,
        detail: [liveTitle ?? category, t.viewers(concurrentUserCount)].filter(Boolean).join(' · '),
        ...(!isShown(needle, channelName, liveTitle) && { match: [category, ...tags].filter(Boolean).join(' · ') }),
        open: watch(channelId),
      }
    }),
    ...lives
      .filter(({ pollQuestion }) => pollQuestion !== null && needle !== '' && isShown(needle, pollQuestion))
      .map(({ channelId, channelName, pollQuestion }) => ({
        id: `poll ${channelId}`,
        group: t.poll,
        label: pollQuestion ?? '',
        detail: channelName,
        open: watch(channelId),
      })),
    ...channels.map(({ channelId, channelName, followerCount }) => ({
      id: `channel ${channelId}`,
      group: t.channel,
      label: channelName,
      detail: followerCount === null ? '' : t.followers(followerCount),
      open: watch(channelId),
    })),
    ...categories
      .filter(({ categoryValue, categoryEnglishName }) => isShown(needle, categoryValue, categoryEnglishName))
      .slice(0, maxPerGroup)
      .map(({ categoryId, categoryValue, categoryEnglishName, lives: count }) => ({
        id: `category ${categoryId}`,
        group: t.category,
        label: categoryName({ categoryValue, englishName: categoryEnglishName }),
        detail: t.livesIn(count),
        open: () => void open({ to: '/watch', search: { category: categoryId } }),
      })),
  ]
}

function useOperations(needle: string, open: Open): PaletteCommand[] {
  const { data: reference } = useQuery(referenceQuery)
  const operations = needle === '' ? [] : (reference?.find(needle) ?? [])
  return operations.slice(0, maxPerGroup).map(({ id, label, path, description }) => ({
    id: `operation ${id}`,
    group: t.operation,
    label,
    detail: path,
    ...(!isShown(needle, label, path) && { match: description }),
    open: () => void open({ to: '/reference/$operation', params: { operation: id } }),
  }))
}

/** The theme, the language and the end of the session. */
function useSettings(needle: string, onClose: () => void): PaletteCommand[] {
  const { setColorScheme } = useMantineColorScheme()
  const isSignedIn = !!useQuery(visitorQuery).data
  const settings = [
    ...(['auto', 'light', 'dark'] as const).map((theme) => ({
      id: `theme ${theme}`,
      label: `${account.theme}: ${account.themes[theme]}`,
      open: () => {
        setColorScheme(theme)
        onClose()
      },
    })),
    ...languageNames.map(({ code, name }) => ({
      id: `language ${code}`,
      label: `${account.language}: ${name}`,
      open: () => window.location.assign(`${window.location.pathname}?lang=${code}`),
    })),
    ...(isSignedIn ? [{ id: 'sign-out', label: account.signOut, open: signOut }] : []),
  ]
  return settings
    .filter(({ label }) => needle !== '' && label.toLowerCase().includes(needle))
    .map((setting) => ({ ...setting, group: t.setting, detail: '' }))
}

function useRecords(needle: string, text: string, open: Open): PaletteCommand[] {
  const { data: records } = useQuery({
    queryKey: ['palette', 'records', text],
    queryFn: () => listRecords(undefined, { text, summary: true, size: maxReadRecords }),
    enabled: isSandbox && text !== '',
  })
  const found = text === '' ? [] : newestOfEachText(records?.data ?? []).slice(0, maxPerGroup)
  return found.map(({ position, kind, name, summary, date }) => ({
    id: `record ${position}`,
    group: t.record,
    kind,
    label: name,
    detail: [secondFormat.format(new Date(date)), summary?.sender, summary?.text].filter(Boolean).join(' · '),
    ...(!isShown(needle, name, summary?.sender, summary?.text) && { match: t.inContent }),
    open: () => void open({ to: '/console/inspector', search: { record: position } }),
  }))
}

function shownText({ kind, name, summary }: InspectorRecord): string {
  return JSON.stringify([kind, name, summary?.sender, summary?.text])
}

/** The records are newest first. */
function newestOfEachText(records: readonly InspectorRecord[]): InspectorRecord[] {
  return [...Map.groupBy(records, shownText).values()].flatMap(([newest]) => newest ?? [])
}

/** Whether the texts contain every word of the search. */
function isShown(needle: string, ...texts: readonly (string | null | undefined)[]): boolean {
  const text = texts.join(' ').toLowerCase()
  return needle.split(/\s+/).every((word) => text.includes(word))
}

type Tab = { id: AppTab; name: string }

/** The tab of applications that a word of the search names, and the rest of the search, which is of their name. */
function findAppTab(search: string, tabs: readonly Tab[]): { tab: Tab | undefined; appName: string } {
  const words = search.toLowerCase().split(/\s+/)
  for (const tab of tabs) {
    const word = words.find(
      (one) => one.length > 1 && (tab.name.toLowerCase().startsWith(one) || tab.id.startsWith(one)),
    )
    if (word !== undefined) return { tab, appName: words.filter((one) => one !== word).join(' ') }
  }
  return { tab: undefined, appName: '' }
}

const appTabsQuery = {
  queryKey: ['palette', 'tabs'],
  queryFn: async () => {
    await loadStrings('apps')
    const { app } = strings('apps')
    return appTabs.map((id) => ({ id, name: app.tabs[id] }))
  },
  staleTime: Infinity,
}

/** The lives that match with their categories, and the channels that are not live; one channel for its id. */
const livesQuery = (text: string) =>
  queryOptions({
    queryKey: ['palette', 'lives', text],
    queryFn: async () => {
      const { data: lives, categories } = await api(consoleApi.watch.searchLives, {
        query: { text, size: maxPerGroup },
      })
      if (text === '') return { lives: lives.slice(0, maxFirstLives), categories: [], channels: [] }
      if (!/^[0-9a-f]{32}$/.test(text)) {
        const { data: channels } = await api(consoleApi.watch.findOfflineChannels, { query: { text } })
        return { lives, categories, channels: channels.slice(0, maxPerGroup) }
      }
      const { data: channels } = await api(consoleApi.audience.findChannels, { query: { nameOrId: text } })
      return { lives, categories, channels: channels.map((channel) => ({ ...channel, followerCount: null })) }
    },
  })

const pagesQuery = (visitor: PaletteVisitor) =>
  queryOptions({
    queryKey: ['palette', 'pages', visitor?.channelId],
    queryFn: () => listPalettePages(visitor),
    staleTime: Infinity,
  })

/** The reference is large, so it loads with the palette. */
const referenceQuery = {
  queryKey: ['reference', 'operations'],
  queryFn: async () => {
    await Promise.all([loadStrings('reference'), loadStrings('operationNames')])
    const { filterGroups, listGroups, operationName, operationSummary, scopeOf } =
      await import('../features/reference/operations.ts')
    const groups = listGroups({ isSandbox })
    return {
      find: (text: string) =>
        filterGroups(groups, text).flatMap(({ operations }) =>
          operations.map((operation) => ({
            id: operation.id,
            label: operationName(operation),
            path: `${operation.endpoint.method} ${operation.endpoint.path}`,
            description: [operationSummary(operation), scopeOf(operation)].filter(Boolean).join(' · '),
          })),
        ),
    }
  },
  staleTime: Infinity,
}
