import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { localize, language } from '../../lib/language.ts'
import { AudiencePage } from './audience-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { subscribersQuery, type SubscriberSort } from './studio-queries.ts'
import layout from '../../ui/layout.module.css'
import classes from './studio.module.css'

/** Who subscribes to one's channel. */
export function StudioSubscribers() {
  const { page = 0, sort = 'RECENT' } = useSearch({ from: '/studio/subscribers' })
  const navigate = useNavigate({ from: '/studio/subscribers' })
  const query = useQuery(subscribersQuery(page, sort))
  return (
    <AudiencePage
      title={t.title}
      count={t.count}
      none={t.none}
      action="subscribe"
      to="/studio/subscribers"
      page={page}
      query={query}
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
        <span className={`small ${layout.rowActions}`}>
          <span className={classes.kind}>{t.tier(tierNo)}</span>
          <span>{t.months(month)}</span>
          <span className="soft">
            <RelativeTime at={createdDate} />
          </span>
        </span>
      )}
    </AudiencePage>
  )
}

const t = localize({
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
