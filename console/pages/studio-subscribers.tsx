import { SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { inLanguage, language } from '../language.ts'
import { Failed } from '../parts/failed.tsx'
import { Loading } from '../parts/loading.tsx'
import { Moment } from '../parts/moment.tsx'
import { Pager } from '../parts/pager.tsx'
import { Title } from '../parts/title.tsx'
import { Who } from '../parts/who.tsx'
import { subscribersQuery, type SubscriberOrder } from '../studio-queries.ts'

/** Who subscribes to one's channel. */
export function StudioSubscribers() {
  const { page = 0, sort = 'RECENT' } = useSearch({ from: '/studio/subscribers' })
  const navigate = useNavigate({ from: '/studio/subscribers' })
  const { data: found, error, refetch } = useQuery(subscribersQuery(page, sort))
  if (!found) return error ? <Failed error={error} again={() => void refetch()} /> : <Loading />
  return (
    <Stack gap="lg">
      <div>
        <Title>{said.title}</Title>
        <p className="small soft">{said.count(found.totalCount)}</p>
      </div>
      {found.totalCount > 0 && (
        <div>
          <SegmentedControl<SubscriberOrder>
            aria-label={said.order}
            size="sm"
            value={sort}
            onChange={(chosen) => void navigate({ search: chosen === 'RECENT' ? {} : { sort: chosen }, replace: true })}
            data={[
              { value: 'RECENT', label: said.recent },
              { value: 'LONGER', label: said.longer },
            ]}
          />
        </div>
      )}
      {found.data.length === 0 ? (
        <p className="card soft small">{found.totalCount === 0 ? said.none : said.noneHere}</p>
      ) : (
        <ul className="rows card" aria-label={said.title}>
          {found.data.map(({ channelId, channelName, month, tierNo, createdDate }) => (
            <li key={channelId} className="app-row">
              <Who channelId={channelId} name={channelName} />
              <span className="small row-acts">
                <span className="kind">{said.tier(tierNo)}</span>
                <span>{said.months(month)}</span>
                <span className="soft">
                  <Moment at={createdDate} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pager to="/studio/subscribers" page={page} pages={found.totalPages} />
    </Stack>
  )
}

const said = inLanguage({
  ko: {
    title: '구독자',
    count: (count: number) => `${count.toLocaleString(language)}명`,
    order: '순서',
    recent: '최근 구독한 순서',
    longer: '오래 구독한 순서',
    tier: (tier: number) => `${tier}티어`,
    months: (months: number) => `${months}개월`,
    none: '아직 구독자가 없습니다.',
    noneHere: '이 쪽에는 아무도 없습니다.',
  },
  en: {
    title: 'Subscribers',
    count: (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString(language)} people`),
    order: 'Order',
    recent: 'Newest first',
    longer: 'Longest first',
    tier: (tier: number) => `Tier ${tier}`,
    months: (months: number) => (months === 1 ? '1 month' : `${months} months`),
    none: 'Nobody subscribes yet.',
    noneHere: 'There is nobody on this page.',
  },
})
