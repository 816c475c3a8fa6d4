import { SegmentedControl, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type consoleApi, activityKinds, type ActivityKind, type ContentOf } from '@onair/contract'
import { localize, language } from '../../lib/language.ts'
import { isSandbox } from '../../lib/page-settings.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { InfiniteList } from '../../ui/list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { activityQuery } from './studio-queries.ts'
import layout from '../../ui/layout.module.css'
import classes from './studio.module.css'

type Activity = ContentOf<typeof consoleApi.audience.listActivity>['data'][number]

/** What happened in one's channel lately. What comes is put on top; the browser keeps in place what one reads. */
export function StudioActivity() {
  const { kind } = useSearch({ from: '/studio/activity' })
  const navigate = useNavigate({ from: '/studio/activity' })
  const query = useInfiniteQuery(activityQuery(kind))
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <div className={layout.scroll}>
        <SegmentedControl<ActivityKind | 'ALL'>
          aria-label={t.show}
          size="sm"
          value={kind ?? 'ALL'}
          onChange={(selected) =>
            void navigate({ search: selected === 'ALL' ? {} : { kind: selected }, replace: true })
          }
          data={[{ value: 'ALL', label: t.all }, ...activityKinds.map((one) => ({ value: one, label: t.kinds[one] }))]}
        />
      </div>
      <InfiniteList asked={query} label={t.title} empty={<EmptyState />}>
        {(one) => <ActivityRow key={one.activityId} activity={one} />}
      </InfiniteList>
    </Stack>
  )
}

function ActivityRow({ activity }: { activity: Activity }) {
  return (
    <li className={classes.activity}>
      <div>
        <span className={classes.kind} data-kind={activity.kind}>
          {t.kinds[activity.kind]}
        </span>{' '}
        <b>
          <bdi>{activity.channelId === null ? t.anonymous : activity.channelName}</bdi>
        </b>{' '}
        {t.did(activity)}
        {activity.kind === 'DONATION' && activity.donationText !== '' && (
          <q>
            <bdi>{activity.donationText}</bdi>
          </q>
        )}
        {activity.channelId !== null && (
          <div className="small soft">
            <CopyableText value={activity.channelId} />
          </div>
        )}
      </div>
      <span className="small soft">
        <RelativeTime at={activity.createdDate} />
      </span>
    </li>
  )
}

function EmptyState() {
  return (
    <div className={layout.emptyState}>
      <h2>{t.none}</h2>
      <p className="soft">{t.noneYet}</p>
      {isSandbox && (
        <ButtonLink to="/console/trigger" search={{ act: 'donate' }}>
          {t.trigger}
        </ButtonLink>
      )}
    </div>
  )
}

const t = localize({
  ko: {
    title: '활동',
    show: '보일 활동',
    anonymous: '익명',
    all: '모두',
    kinds: { DONATION: '후원', SUBSCRIPTION: '구독', FOLLOW: '팔로우' },
    did: (activity: Activity) =>
      activity.kind === 'DONATION'
        ? `님이 ${activity.payAmount.toLocaleString(language)}원을 후원했습니다.`
        : activity.kind === 'SUBSCRIPTION'
          ? `님이 ${activity.tierNo}티어로 ${activity.month}개월째 구독합니다.`
          : '님이 팔로우했습니다.',
    none: '아직 아무 일도 없습니다',
    noneYet: '누군가 후원하거나 구독하거나 팔로우하면 여기에 보입니다.',
    trigger: '트리거 패드에서 후원 일으키기',
  },
  en: {
    title: 'Activity',
    show: 'What is shown',
    anonymous: 'Somebody',
    all: 'All',
    kinds: { DONATION: 'Donation', SUBSCRIPTION: 'Subscription', FOLLOW: 'Follow' },
    did: (activity: Activity) =>
      activity.kind === 'DONATION'
        ? `donated ₩${activity.payAmount.toLocaleString(language)}`
        : activity.kind === 'SUBSCRIPTION'
          ? `subscribes in tier ${activity.tierNo}, month ${activity.month}`
          : 'follows',
    none: 'Nothing has happened yet',
    noneYet: 'When somebody donates, subscribes or follows, it shows up here.',
    trigger: 'Send a donation from the trigger pad',
  },
})
