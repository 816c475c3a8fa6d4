import { Badge, Button, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { sandboxApi, type BodyOf, type consoleApi, type ContentOf } from '@onair/contract'
import { actionDefaults } from '../../lib/action-defaults.ts'
import { api } from '../../lib/api.ts'
import { categoryName } from '../../lib/category-name.ts'
import { strings } from '../../locales/index.ts'
import { isSandbox } from '../../lib/page-settings.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { MorePages } from '../../ui/list.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { livesQuery } from './channel-queries.ts'
import { Avatar } from './avatar.tsx'
import classes from './lives.module.css'
import { LiveBadge } from './live-badge.tsx'
import info from './channel-info.module.css'
import layout from '../../ui/layout.module.css'

const { lives: t } = strings('watch')

/** The live broadcasts. */
export function Lives() {
  const query = useInfiniteQuery(livesQuery)
  const { data, error, refetch } = query
  const lives = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      {error && !data ? (
        <ErrorAlert error={error} refetch={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : lives.length === 0 ? (
        <EmptyState onRefresh={() => void refetch()} />
      ) : (
        <ul className={classes.list}>
          {lives.map((live) => (
            <LiveCard key={live.liveId} live={live} />
          ))}
        </ul>
      )}
      <MorePages query={query} />
    </Stack>
  )
}

function LiveCard({ live }: { live: ContentOf<typeof consoleApi.watch.listLives>['data'][number] }) {
  const { channelId, channelName, channelImageUrl, liveTitle, liveThumbnailImageUrl, concurrentUserCount } = live
  const { liveCategoryValue, liveCategoryEnglishName, adult, tags } = live
  return (
    <li className={`card ${classes.card}`}>
      <div className={classes.picture}>
        <img src={liveThumbnailImageUrl.replaceAll('{type}', '270')} alt="" width="480" height="270" loading="lazy" />
        <LiveBadge />
        <span className={classes.viewers}>{t.viewers(concurrentUserCount)}</span>
      </div>
      <h2>
        <Link to="/watch/$channelId" params={{ channelId }}>
          {liveTitle}
        </Link>
      </h2>
      <Text component="div" size="sm" className={info.owner}>
        <Avatar name={channelName} imageUrl={channelImageUrl} small />
        <bdi>{channelName}</bdi>
      </Text>
      <Text component="div" size="sm" className={info.labels}>
        {liveCategoryValue !== null && (
          <Badge color="ink">
            {categoryName({
              categoryValue: liveCategoryValue,
              englishName: liveCategoryEnglishName ?? liveCategoryValue,
            })}
          </Badge>
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
