import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { inLanguage, language } from '../language.ts'
import { AudiencePage } from '../parts/audience-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { subscribersQuery, type SubscriberOrder } from '../studio-queries.ts'

/** Who subscribes to one's channel. */
export function StudioSubscribers() {
  const { page = 0, sort = 'RECENT' } = useSearch({ from: '/studio/subscribers' })
  const navigate = useNavigate({ from: '/studio/subscribers' })
  const asked = useQuery(subscribersQuery(page, sort))
  return (
    <AudiencePage
      title={said.title}
      count={said.count}
      none={said.none}
      act="subscribe"
      to="/studio/subscribers"
      page={page}
      asked={asked}
      order={
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
      }
    >
      {({ tierNo, month, createdDate }) => (
        <span className="small row-acts">
          <span className="kind">{said.tier(tierNo)}</span>
          <span>{said.months(month)}</span>
          <span className="soft">
            <Moment at={createdDate} />
          </span>
        </span>
      )}
    </AudiencePage>
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
    none: '아직 구독자가 없습니다',
  },
  en: {
    title: 'Subscribers',
    count: (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString(language)} people`),
    order: 'Order',
    recent: 'Newest first',
    longer: 'Longest first',
    tier: (tier: number) => `Tier ${tier}`,
    months: (months: number) => (months === 1 ? '1 month' : `${months} months`),
    none: 'Nobody subscribes yet',
  },
})
