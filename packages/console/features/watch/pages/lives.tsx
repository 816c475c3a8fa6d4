import { Button, CloseButton, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { liveSorts, sandboxApi, type BodyOf, type consoleApi, type ContentOf, type LiveSort } from '@onair/contract'
import { actionDefaults } from '../../../lib/action-defaults.ts'
import { api } from '../../../lib/api.ts'
import { categoryName } from '../../channels/category-name.ts'
import { omitEmpty } from '../../../lib/search-params.ts'
import { strings } from '../../../locales/index.ts'
import { isSandbox } from '../../../lib/page-settings.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { MorePages } from '../../../ui/list.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { liveDirectoryQuery, livesQuery, offlineChannelsQuery, searchLivesQuery, type LiveFilters } from '../queries.ts'
import { FollowedRail } from '../components/followed-rail.tsx'
import { LiveCards, OfflineChannels, type Live } from '../components/live-cards.tsx'
import { Shelves } from '../components/shelves.tsx'
import classes from './lives.module.css'
import layout from '../../../ui/layout.module.css'

const t = strings('lives')

/** The list shows nothing else where so many lives or more are on. */
const fewLives = 8

type Directory = ContentOf<typeof consoleApi.watch.getLiveDirectory>
type Category = Directory['categories'][number]

/** The lives, by category and by search, and those of the followed channels. */
export function Lives() {
  const { q = '', category = '', sort = 'VIEWERS' } = useSearch({ from: '/watch' })
  const navigate = useNavigate({ from: '/watch' })
  const [text] = useDebouncedValue(q.trim().slice(0, 100), 200)
  const isFiltered = text !== '' || category !== '' || sort !== 'VIEWERS'
  const directory = useQuery(liveDirectoryQuery)
  // The page is laid out once: with the categories, or without them after an error.
  const content = directory.data ?? (directory.error ? { following: [], offline: [], categories: [] } : null)
  return (
    <Stack gap="lg" className={classes.page}>
      <Group justify="space-between">
        <PageTitle>{text === '' ? t.title : t.resultsFor(text)}</PageTitle>
        <TextInput
          className={classes.search}
          aria-label={t.search}
          placeholder={t.search}
          type="search"
          value={q}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: (before) => ({ ...before, q: value || undefined }), replace: true })
          }
          maxLength={100}
          rightSection={
            q !== '' && (
              <CloseButton
                size="sm"
                aria-label={t.clearSearch}
                onClick={() => void navigate({ search: (before) => ({ ...before, q: undefined }), replace: true })}
              />
            )
          }
        />
      </Group>
      {content === null ? (
        <Loading minHeight="100vh" />
      ) : isFiltered ? (
        <FoundLives text={text} category={category} sort={sort} categories={content.categories} />
      ) : (
        <AllLives directory={content} />
      )}
    </Stack>
  )
}

/** A followed live is among the followed ones only. */
function AllLives({ directory: { following, offline, categories } }: { directory: Directory }) {
  const query = useInfiniteQuery(livesQuery)
  const lives = query.data && uniqueLives(query.data.pages.flatMap((page) => page.data))
  const followedIds = new Set(following.map(({ liveId }) => liveId))
  const others = lives?.filter(({ liveId }) => !followedIds.has(liveId)) ?? []
  return (
    <WithRail rail={following.length + offline.length > 0 && <FollowedRail following={following} offline={offline} />}>
      {lives?.length !== 0 && <Categories categories={categories} />}
      {following.length > 0 && (
        <Stack component="section" gap="md" aria-label={t.following}>
          <h2>{t.following}</h2>
          <LiveCards lives={following} />
        </Stack>
      )}
      <QueryBoundary query={query} minHeight="100vh">
        {() =>
          lives?.length === 0 ? (
            <EmptyState />
          ) : (
            others.length > 0 && (
              <Stack component="section" gap="md">
                <h2>{following.length > 0 ? t.others : t.all}</h2>
                <LiveCards lives={others} />
              </Stack>
            )
          )
        }
      </QueryBoundary>
      <MorePages query={query} />
      {lives && lives.length < fewLives && <Shelves />}
    </WithRail>
  )
}

/** The followed channels beside the list, on a phone above it. */
function WithRail({ rail, children }: { rail: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.withRail}>
      {rail}
      <Stack gap="xl" miw={0}>
        {children}
      </Stack>
    </div>
  )
}

type FoundProps = LiveFilters & { categories: readonly Category[] }

function FoundLives({ text, category, sort, categories: all }: FoundProps) {
  const query = useInfiniteQuery(searchLivesQuery({ text, category, sort }))
  const offlineQuery = useQuery(offlineChannelsQuery(text))
  // If there is no text, the results of the text before stay in the query.
  const offline = text === '' ? [] : (offlineQuery.data?.data ?? [])
  const lives = uniqueLives(query.data?.pages.flatMap((page) => page.data) ?? [])
  const { totalCount = 0, categories = all, category: chosen } = query.data?.pages[0] ?? {}
  // A category of few lives, or none, is not among those of the others.
  const isListed = chosen == null || categories.some(({ categoryId }) => categoryId === chosen.categoryId)
  const isCategoryEmpty = category !== '' && text === ''
  return (
    <>
      <Categories categories={isListed ? categories : [{ ...chosen, lives: totalCount }, ...categories]} />
      <QueryBoundary query={query} minHeight="100vh">
        {() =>
          totalCount === 0 && offline.length > 0 ? (
            <Text c="dimmed">{t.noMatch}</Text>
          ) : totalCount === 0 ? (
            <div className={layout.emptyState}>
              <h2>{isCategoryEmpty ? t.noneInCategory : t.noMatch}</h2>
              {!isCategoryEmpty && <Text c="dimmed">{t.noMatchHint}</Text>}
              <ButtonLink variant="default" to="/watch">
                {t.clear}
              </ButtonLink>
            </div>
          ) : (
            <Stack component="section" gap="md">
              <div role="status">
                <h2>{t.found(totalCount)}</h2>
              </div>
              <LiveCards lives={lives} />
            </Stack>
          )
        }
      </QueryBoundary>
      <MorePages query={query} />
      {offline.length > 0 && (
        <Stack component="section" gap="md">
          <h2>{t.offlineFound}</h2>
          <OfflineChannels channels={offline} label={t.offlineFound} />
        </Stack>
      )}
    </>
  )
}

/** A live whose viewers changed between two pages can be on both. */
function uniqueLives(lives: readonly Live[]): readonly Live[] {
  return [...new Map(lives.map((live) => [live.liveId, live])).values()]
}

function Categories({ categories }: { categories: readonly Category[] }) {
  const { q, sort } = useSearch({ from: '/watch' })
  const navigate = useNavigate({ from: '/watch' })
  if (categories.length === 0) return null
  const search = { ...(q !== undefined && { q }), ...(sort !== undefined && { sort }) }
  return (
    <Group justify="space-between" align="start" gap="sm" className={classes.filters}>
      <nav className={`chips ${classes.categories}`} aria-label={t.categories}>
        <Link to="/watch" search={search} activeOptions={{ exact: true }}>
          {t.allCategories}
        </Link>
        {categories.map(({ categoryId, categoryValue, categoryEnglishName, lives }) => (
          <Link
            key={categoryId}
            to="/watch"
            search={{ ...search, category: categoryId }}
            activeOptions={{ exact: true }}
          >
            {categoryName({ categoryValue, englishName: categoryEnglishName })} <span>{lives}</span>
          </Link>
        ))}
      </nav>
      <SegmentedControl<LiveSort>
        aria-label={t.order}
        size="sm"
        value={sort ?? 'VIEWERS'}
        onChange={(selected) =>
          void navigate({
            search: (before) => omitEmpty({ ...before, sort: selected === 'VIEWERS' ? undefined : selected }),
            replace: true,
          })
        }
        data={liveSorts.map((value) => ({ value, label: t.orders[value] }))}
      />
    </Group>
  )
}

/** The empty list. In a sandbox it offers to start a live of the demo streamer. */
function EmptyState() {
  const navigate = useNavigate()
  const startDemoLive = useMutation({
    mutationFn: async () => {
      const overview = await api(sandboxApi.demo.getOverview)
      const body = actionDefaults('goLive', overview) as BodyOf<typeof sandboxApi.channels.goLive>
      await api(sandboxApi.channels.goLive, { body })
      return body.channelId
    },
    onSuccess: (channelId) => navigate({ to: '/watch/$channelId', params: { channelId } }),
  })
  return (
    <div className={layout.emptyState}>
      <h2>{t.none}</h2>
      <Text c="dimmed">{isSandbox ? t.noneInSandbox : t.noneYet}</Text>
      {startDemoLive.error && <ErrorAlert error={startDemoLive.error} retry={() => startDemoLive.mutate()} />}
      {isSandbox && (
        <Button loading={startDemoLive.isPending} onClick={() => startDemoLive.mutate()}>
          {t.startDemo}
        </Button>
      )}
    </div>
  )
}
