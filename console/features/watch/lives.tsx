import { Badge, Button, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { sandboxApi, type consoleApi, type ContentOf } from '@onair/contract'
import { actionDefaults } from '../../lib/action-defaults.ts'
import { api } from '../../lib/api.ts'
import { localize } from '../../lib/language.ts'
import { isSandbox } from '../../lib/page-settings.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { livesQuery } from './channel-queries.ts'
import { Avatar } from './avatar.tsx'
import { formatCount } from './format.ts'
import classes from './lives.module.css'
import { LiveBadge } from './live-badge.tsx'
import info from './channel-info.module.css'
import layout from '../../ui/layout.module.css'

/** Who is on the air. */
export function Lives() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(livesQuery)
  const lives = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      {error && !data ? (
        <ErrorAlert error={error} refetch={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : lives.length === 0 ? (
        <EmptyState again={() => void refetch()} />
      ) : (
        <ul className={classes.list}>
          {lives.map((live) => (
            <LiveCard key={live.liveId} live={live} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t.more}
          </Button>
        </div>
      )}
    </Stack>
  )
}

function LiveCard({ live }: { live: ContentOf<typeof consoleApi.watch.listLives>['data'][number] }) {
  const { channelId, channelName, channelImageUrl, liveTitle, liveCategoryValue, concurrentUserCount, adult, tags } =
    live
  return (
    <li className={`card ${classes.card}`}>
      <div className={classes.cardHead}>
        <LiveBadge />
        <span className="small soft">{t.viewers(concurrentUserCount)}</span>
      </div>
      <h2>
        <Link to="/watch/$channelId" params={{ channelId }}>
          {liveTitle}
        </Link>
      </h2>
      <div className={`${info.owner} small`}>
        <Avatar name={channelName} imageUrl={channelImageUrl} small />
        <bdi>{channelName}</bdi>
      </div>
      <div className={`${info.labels} small`}>
        {liveCategoryValue !== null && <Badge color="ink">{liveCategoryValue}</Badge>}
        {adult && <Badge color="red">{t.adult}</Badge>}
        {tags.map((tag) => (
          <span key={tag} className={info.tag}>
            #{tag}
          </span>
        ))}
      </div>
    </li>
  )
}

/** In a sandbox the demo streamer begins when one says so. */
function EmptyState({ again: refetch }: { again: () => void }) {
  const navigate = useNavigate()
  const startDemoLive = useMutation({
    mutationFn: async () => {
      const overview = await api(sandboxApi.people.getOverview)
      const { channelId = '', liveTitle, viewers } = actionDefaults('goLive', overview) as Record<string, any>
      await api(sandboxApi.channels.goLive, { body: { channelId, liveTitle, viewers } })
      return channelId as string
    },
    onSuccess: (channelId) => navigate({ to: '/watch/$channelId', params: { channelId } }),
  })
  return (
    <div className={layout.emptyState}>
      <h2>{t.nobody}</h2>
      <p className="soft">{isSandbox ? t.nobodyInSandbox : t.nobodyYet}</p>
      {startDemoLive.error && <ErrorAlert error={startDemoLive.error} retry={() => startDemoLive.mutate()} />}
      {isSandbox ? (
        <Button loading={startDemoLive.isPending} onClick={() => startDemoLive.mutate()}>
          {t.begin}
        </Button>
      ) : (
        <Button variant="default" onClick={refetch}>
          {t.again}
        </Button>
      )}
    </div>
  )
}

const t = localize({
  ko: {
    title: '지금 방송 중',
    more: '더 보기',
    adult: '19세 이상',
    viewers: (count: number) => `${formatCount(count)}명 시청 중`,
    nobody: '지금 방송하는 채널이 없습니다',
    nobodyInSandbox: '연습용 스트리머의 방송을 켜고 바로 들어가 볼 수 있습니다.',
    nobodyYet: '누군가 방송을 시작하면 여기에 나타납니다.',
    begin: '연습용 방송 켜기',
    again: '다시 보기',
  },
  en: {
    title: 'On the air now',
    more: 'Show more',
    adult: 'Adults only',
    viewers: (count: number) => (count === 1 ? '1 viewer' : `${formatCount(count)} viewers`),
    nobody: 'Nobody is on the air',
    nobodyInSandbox: 'Put the demo streamer on the air, and go there at once.',
    nobodyYet: 'As soon as somebody begins to broadcast, they appear here.',
    begin: 'Put a demo channel on the air',
    again: 'Look again',
  },
})
