import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { consoleApi, ContentOf } from '@onair/contract'
import { broadcastTitle } from '../../lib/broadcast-title.ts'
import { categoryName } from '../../lib/category-name.ts'
import { usePlatformTime } from '../../lib/platform-time.ts'
import { visitorQuery } from '../../lib/visitor.ts'
import { language, strings } from '../../locales/index.ts'
import { InfiniteTable } from '../../ui/list.tsx'
import { LiveBadge } from '../watch/live-badge.tsx'
import { broadcastsQuery, type Period } from './channel-sums.ts'
import { formatCell, formatTimeCell } from './figures.ts'

const { analytics: t, stats } = strings('studio')

type Broadcast = ContentOf<typeof consoleApi.studio.listBroadcasts>['data'][number]

const startFormat = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** The broadcasts that were on air in a period, with the figures of each. */
export function BroadcastList({ period }: { period: Period }) {
  const query = useInfiniteQuery({ ...broadcastsQuery(period), placeholderData: keepPreviousData })
  if (!query.data?.pages.some(({ data }) => data.length > 0)) return null
  return (
    <Stack gap="sm">
      <div>
        <h2>{t.broadcasts}</h2>
        <Text size="sm" c="dimmed">
          {t.broadcastsHint}
        </Text>
      </div>
      <InfiniteTable
        query={query}
        label={t.broadcasts}
        idField="liveId"
        columns={[t.broadcast, t.hours, stats.peakViewers, stats.averageViewers, stats.messages, t.donations, t.amount]}
        hasFigures
        hasCards
        empty={null}
      >
        {(one) => <BroadcastCells broadcast={one} timeZone={period.timeZone} />}
      </InfiniteTable>
    </Stack>
  )
}

function BroadcastCells({ broadcast, timeZone }: { broadcast: Broadcast; timeZone: string }) {
  const now = usePlatformTime()
  const { title, category, openedDate, closedDate, peakViewers, averageViewers, messages, donations, amount } =
    broadcast
  const { data: visitor } = useQuery(visitorQuery)
  const ended = closedDate === null ? now : Date.parse(closedDate)
  return (
    <>
      <th scope="row">
        <bdi>{broadcastTitle(title, visitor?.channelName ?? '')}</bdi> {closedDate === null && <LiveBadge />}
        <Text component="div" size="xs" c="dimmed">
          {new Intl.DateTimeFormat(language, { ...startFormat, timeZone }).format(new Date(openedDate))}
          {category && ` · ${categoryName(category)}`}
        </Text>
      </th>
      <td data-label={t.hours}>{formatTimeCell((ended - Date.parse(openedDate)) / 1_000)}</td>
      <td data-label={stats.peakViewers}>{formatCell(peakViewers)}</td>
      <td data-label={stats.averageViewers}>{formatCell(averageViewers)}</td>
      <td data-label={stats.messages}>{formatCell(messages)}</td>
      <td data-label={t.donations}>{formatCell(donations)}</td>
      <td data-label={t.amount}>{formatCell(amount)}</td>
    </>
  )
}
