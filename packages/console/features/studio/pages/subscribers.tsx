import { SegmentedControl } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '../../../locales/index.ts'
import { AudiencePage } from '../components/audience-page.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import {
  searchSubscribers,
  subscriberSearchQuery,
  subscribersQuery,
  type SubscriberSort,
} from '../queries/studio-queries.ts'

const { subscribers: t } = strings('studio')

/** The subscribers of the streamer's channel. */
export function StudioSubscribers() {
  const { page = 0, name = '', sort = 'RECENT' } = useSearch({ from: '/studio/subscribers' })
  const navigate = useNavigate({ from: '/studio/subscribers' })
  const query = useQuery(subscribersQuery(page, sort))
  const found = useInfiniteQuery(subscriberSearchQuery(name))
  return (
    <AudiencePage
      title={t.title}
      count={t.count}
      none={t.none}
      action="subscribe"
      to="/studio/subscribers"
      page={page}
      query={query}
      name={name}
      found={found}
      load={searchSubscribers}
      fields={['channelId', 'channelName', 'month', 'tierNo', 'createdDate']}
      columns={[t.tierName, t.monthsName, t.last]}
      describeNew={({ day, month }) => t.newOnes(day.subscriptions, month.subscriptions)}
      sortControl={
        <div>
          <SegmentedControl<SubscriberSort>
            aria-label={t.order}
            size="sm"
            value={sort}
            onChange={(selected) =>
              void navigate({ search: selected === 'RECENT' ? {} : { sort: selected }, replace: true })
            }
            data={[
              { value: 'RECENT', label: t.recent },
              { value: 'LONGER', label: t.longer },
            ]}
          />
        </div>
      }
    >
      {({ tierNo, month, createdDate }) => (
        <>
          <td data-label={t.tierName}>{t.tier(tierNo)}</td>
          <td data-label={t.monthsName}>{t.months(month)}</td>
          <td data-label={t.last}>
            <RelativeTime at={createdDate} />
          </td>
        </>
      )}
    </AudiencePage>
  )
}
