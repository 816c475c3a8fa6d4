import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { consoleApi, ContentOf } from '@onair/contract'
import { liveTitleOf } from '../../watch/live-title.ts'
import { categoryName } from '../../channels/category-name.ts'
import { usePlatformTime } from '../../../lib/platform-time.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { omitEmpty } from '../../../lib/search-params.ts'
import { language, strings } from '../../../locales/index.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { InfiniteTable } from '../../../ui/list.tsx'
import { LiveBadge } from '../../watch/components/live-badge.tsx'
import { chosenDays, useAnalyticsPeriod } from './analytics-period.tsx'
import { channelLivesQuery, type Period } from '../queries/channel-sums.ts'
import { formatCount, formatMeasured, formatTime } from '../figures.ts'

const { analytics: t, stats } = strings('studio')

type Live = ContentOf<typeof consoleApi.studio.listChannelLives>['data'][number]

const startFormat = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** The lives that were on air in a period, with the figures of each. */
export function ChannelLives({ period }: { period: Period }) {
  const query = useInfiniteQuery({ ...channelLivesQuery(period), placeholderData: keepPreviousData })
  if (!query.data?.pages.some(({ data }) => data.length > 0)) return null
  return (
    <Stack gap="sm">
      <div>
        <h2>{t.lives}</h2>
        <Text size="sm" c="dimmed">
          {t.livesHint}
        </Text>
      </div>
      <InfiniteTable
        query={query}
        label={t.lives}
        idField="liveId"
        columns={[
          t.liveName,
          t.hours,
          stats.peakViewers,
          stats.averageViewers,
          stats.messages,
          t.donations,
          t.amount,
          stats.subscriptions,
          stats.followers,
        ]}
        hasFigures
        hasCards
        empty={null}
      >
        {(one) => <LiveCells live={one} timeZone={period.timeZone} />}
      </InfiniteTable>
    </Stack>
  )
}

function LiveCells({ live, timeZone }: { live: Live; timeZone: string }) {
  const now = usePlatformTime()
  const { title, category, openedDate, closedDate, ...sums } = live
  const { data: visitor } = useQuery(visitorQuery)
  const { kept } = useAnalyticsPeriod()
  const start = Date.parse(openedDate)
  const end = closedDate === null ? now : Date.parse(closedDate)
  return (
    <>
      <th scope="row">
        <AnchorLink
          inherit
          to="/studio/analytics"
          search={({ zone }) => omitEmpty({ zone, ...chosenDays({ start, end, timeZone }, kept) })}
        >
          <bdi>{liveTitleOf(title, visitor?.channelName ?? '')}</bdi>
        </AnchorLink>{' '}
        {closedDate === null && <LiveBadge />}
        <Text component="div" size="xs" c="dimmed">
          {new Intl.DateTimeFormat(language, { ...startFormat, timeZone }).format(new Date(openedDate))}
          {category && ` · ${categoryName(category)}`}
        </Text>
      </th>
      <td data-label={t.hours}>{formatTime((end - start) / 1_000)}</td>
      <td data-label={stats.peakViewers}>{formatMeasured(sums.peakViewers)}</td>
      <td data-label={stats.averageViewers}>{formatMeasured(sums.averageViewers)}</td>
      <td data-label={stats.messages}>{formatMeasured(sums.peakViewers === null ? null : sums.messages)}</td>
      <td data-label={t.donations}>{formatCount(sums.donations)}</td>
      <td data-label={t.amount}>{formatCount(sums.amount)}</td>
      <td data-label={stats.subscriptions}>{formatCount(sums.subscriptions)}</td>
      <td data-label={stats.followers}>{formatCount(sums.followers)}</td>
    </>
  )
}
