import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { sandboxApi, type BodyOf, type consoleApi, type ContentOf } from '@onair/contract'
import { actionDefaults } from '../../lib/action-defaults.ts'
import { api } from '../../lib/api.ts'
import { categoryName } from '../../lib/category-name.ts'
import { strings } from '../../locales/index.ts'
import { isSandbox } from '../../lib/page-settings.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { MorePages } from '../../ui/list.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { liveDirectoryQuery, livesQuery, searchLivesQuery, type LiveFilters } from './channel-queries.ts'
import { Avatar } from './avatar.tsx'
import classes from './lives.module.css'
import { LiveBadge } from './live-badge.tsx'
import info from './channel-info.module.css'
import layout from '../../ui/layout.module.css'

const { lives: t } = strings('watch')
const { onAir } = strings('common').time

type Live = ContentOf<typeof consoleApi.watch.listLives>['data'][number]
type Directory = ContentOf<typeof consoleApi.watch.getLiveDirectory>
type Category = Directory['categories'][number]

/** The live broadcasts, by category and by search, and those of the followed channels. */
export function Lives() {
  const { q = '', category = '' } = useSearch({ from: '/watch' })
  const navigate = useNavigate({ from: '/watch' })
  const [text] = useDebouncedValue(q.trim().slice(0, 100), 200)
  const isFiltered = text !== '' || category !== ''
  const directory = useQuery(liveDirectoryQuery)
  // The page is laid out once: with the categories, or without them after an error.
  const content = directory.data ?? (directory.error ? { following: [], offline: [], categories: [] } : null)
  return (
    <Stack gap="lg" className={classes.page}>
      <Group justify="space-between">
        <PageTitle>{t.title}</PageTitle>
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
        />
      </Group>
      {content === null ? (
        <Loading minHeight="100vh" />
      ) : isFiltered ? (
        <FoundLives text={text} category={category} categories={content.categories} />
      ) : (
        <AllLives directory={content} />
      )}
    </Stack>
  )
}

/** A followed broadcast is among the followed ones only. */
function AllLives({ directory: { following, offline, categories } }: { directory: Directory }) {
  const query = useInfiniteQuery(livesQuery)
  const lives = query.data?.pages.flatMap((page) => page.data)
  const followedIds = new Set(following.map(({ liveId }) => liveId))
  const others = lives?.filter(({ liveId }) => !followedIds.has(liveId)) ?? []
  return (
    <>
      {lives?.length !== 0 && <Categories categories={categories} />}
      {following.length + offline.length > 0 && (
        <section className={classes.shelf} aria-label={t.following}>
          <h2>{t.following}</h2>
          {following.length > 0 && <LiveCards lives={following} />}
          {offline.length > 0 && <OfflineChannels channels={offline} />}
        </section>
      )}
      <QueryBoundary query={query} minHeight="100vh">
        {() =>
          lives?.length === 0 ? (
            <EmptyState onRefresh={() => void query.refetch()} />
          ) : (
            others.length > 0 && (
              <section className={classes.shelf}>
                <h2>{following.length > 0 ? t.others : t.all}</h2>
                <LiveCards lives={others} />
              </section>
            )
          )
        }
      </QueryBoundary>
      <MorePages query={query} />
    </>
  )
}

function FoundLives({ text, category, categories }: LiveFilters & { categories: readonly Category[] }) {
  const query = useInfiniteQuery(searchLivesQuery({ text, category }))
  // A broadcast whose viewers changed between two pages can be on both.
  const lives = uniqueLives(query.data?.pages.flatMap((page) => page.data) ?? [])
  const totalCount = query.data?.pages[0]?.totalCount ?? 0
  // A category of few broadcasts is not among those of the directory.
  const isListed = category === '' || categories.some(({ categoryId }) => categoryId === category)
  const live = lives.find(({ liveCategory }) => liveCategory === category)
  const chosen = {
    categoryId: category,
    categoryValue: live?.liveCategoryValue ?? category,
    categoryEnglishName: live?.liveCategoryEnglishName ?? category,
    lives: totalCount,
  }
  return (
    <>
      <Categories categories={isListed ? categories : [chosen, ...categories]} />
      <QueryBoundary query={query} minHeight="100vh">
        {() =>
          totalCount === 0 ? (
            <div className={layout.emptyState}>
              <h2>{t.noMatch}</h2>
              <Text c="dimmed">{t.noMatchHint}</Text>
              <ButtonLink variant="default" to="/watch">
                {t.clear}
              </ButtonLink>
            </div>
          ) : (
            <section className={classes.shelf}>
              <div role="status">
                <h2>{t.found(totalCount)}</h2>
              </div>
              <LiveCards lives={lives} />
            </section>
          )
        }
      </QueryBoundary>
      <MorePages query={query} />
    </>
  )
}

function uniqueLives(lives: readonly Live[]): readonly Live[] {
  return [...new Map(lives.map((live) => [live.liveId, live])).values()]
}

function Categories({ categories }: { categories: readonly Category[] }) {
  const { q } = useSearch({ from: '/watch' })
  if (categories.length === 0) return null
  const search = q === undefined ? {} : { q }
  return (
    <nav className={`chips ${classes.categories}`} aria-label={t.categories}>
      <Link to="/watch" search={search} activeOptions={{ exact: true }}>
        {t.allCategories}
      </Link>
      {categories.map(({ categoryId, categoryValue, categoryEnglishName, lives }) => (
        <Link key={categoryId} to="/watch" search={{ ...search, category: categoryId }} activeOptions={{ exact: true }}>
          {categoryName({ categoryValue, englishName: categoryEnglishName })} <span>{lives}</span>
        </Link>
      ))}
    </nav>
  )
}

function OfflineChannels({ channels }: { channels: Directory['offline'] }) {
  return (
    <ul className={classes.offline} aria-label={t.offline}>
      {channels.map(({ channelId, channelName, channelImageUrl }) => (
        <li key={channelId}>
          <Link to="/watch/$channelId" params={{ channelId }}>
            <Avatar name={channelName} imageUrl={channelImageUrl} small />
            <bdi>{channelName}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function LiveCards({ lives }: { lives: readonly Live[] }) {
  return (
    <ul className={classes.list}>
      {lives.map((live) => (
        <LiveCard key={live.liveId} live={live} />
      ))}
    </ul>
  )
}

function LiveCard({ live }: { live: Live }) {
  const { channelId, channelName, channelImageUrl, liveTitle, liveThumbnailImageUrl, concurrentUserCount, openedDate } =
    live
  const { liveCategory, liveCategoryValue, liveCategoryEnglishName, adult, tags } = live
  return (
    <li className={`card ${classes.card}`}>
      <div className={classes.picture}>
        <img src={liveThumbnailImageUrl.replaceAll('{type}', '270')} alt="" width="480" height="270" loading="lazy" />
        <LiveBadge />
        <span className={classes.uptime}>
          <RelativeTime at={openedDate} phrase={onAir} isInControl />
        </span>
        <span className={classes.viewers}>{t.viewers(concurrentUserCount)}</span>
      </div>
      <h3>
        <Link to="/watch/$channelId" params={{ channelId }}>
          {liveTitle}
        </Link>
      </h3>
      <Text component="div" size="sm" className={info.owner}>
        <Avatar name={channelName} imageUrl={channelImageUrl} small />
        <bdi>{channelName}</bdi>
      </Text>
      <Text component="div" size="sm" className={info.labels}>
        {liveCategoryValue !== null && (
          <Link to="/watch" search={{ category: liveCategory ?? '' }} className={classes.category}>
            <Badge color="ink">
              {categoryName({
                categoryValue: liveCategoryValue,
                englishName: liveCategoryEnglishName ?? liveCategoryValue,
              })}
            </Badge>
          </Link>
        )}
        {adult && <Badge color="red">{t.adult}</Badge>}
        {tags.map((tag) => (
          <span key={tag} className={info.tag}>
            #{tag}
          </span>
        ))}
      </Text>
    </li>
  )
}

/** In a sandbox it offers to start a broadcast of the demo streamer. */
function EmptyState({ onRefresh }: { onRefresh: () => void }) {
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
      {isSandbox ? (
        <Button loading={startDemoLive.isPending} onClick={() => startDemoLive.mutate()}>
          {t.startDemo}
        </Button>
      ) : (
        <Button variant="default" onClick={onRefresh}>
          {t.refresh}
        </Button>
      )}
    </div>
  )
}
