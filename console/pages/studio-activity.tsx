import { SegmentedControl, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { activityKinds, type ActivityKind, type consoleAudience, type ContentOf } from '@onair/contract'
import { inLanguage, language } from '../language.ts'
import { isSandbox } from '../mode.ts'
import { Copied } from '../parts/copied.tsx'
import { ButtonLink } from '../parts/links.tsx'
import { ListedOn } from '../parts/listed.tsx'
import { Moment } from '../parts/moment.tsx'
import { Title } from '../parts/title.tsx'
import { activityQuery } from '../studio-queries.ts'

type Activity = ContentOf<typeof consoleAudience.listActivity>['data'][number]

/** What happened in one's channel lately. What comes is put on top; the browser keeps in place what one reads. */
export function StudioActivity() {
  const { kind } = useSearch({ from: '/studio/activity' })
  const navigate = useNavigate({ from: '/studio/activity' })
  const asked = useInfiniteQuery(activityQuery(kind))
  return (
    <Stack gap="lg">
      <Title>{said.title}</Title>
      <div className="scroll">
        <SegmentedControl<ActivityKind | 'ALL'>
          aria-label={said.show}
          size="sm"
          value={kind ?? 'ALL'}
          onChange={(chosen) => void navigate({ search: chosen === 'ALL' ? {} : { kind: chosen }, replace: true })}
          data={[
            { value: 'ALL', label: said.all },
            ...activityKinds.map((one) => ({ value: one, label: said.kinds[one] })),
          ]}
        />
      </div>
      <ListedOn asked={asked} named={said.title} empty={<Nothing />}>
        {(one) => <ActivityRow key={one.activityId} activity={one} />}
      </ListedOn>
    </Stack>
  )
}

function ActivityRow({ activity }: { activity: Activity }) {
  return (
    <li className="happened">
      <div>
        <span className="kind" data-kind={activity.kind}>
          {said.kinds[activity.kind]}
        </span>{' '}
        <b>
          <bdi>{activity.channelId === null ? said.anonymous : activity.channelName}</bdi>
        </b>{' '}
        {said.did(activity)}
        {activity.kind === 'DONATION' && activity.donationText !== '' && (
          <q>
            <bdi>{activity.donationText}</bdi>
          </q>
        )}
        {activity.channelId !== null && (
          <div className="small soft">
            <Copied value={activity.channelId} />
          </div>
        )}
      </div>
      <span className="small soft">
        <Moment at={activity.createdDate} />
      </span>
    </li>
  )
}

function Nothing() {
  return (
    <div className="card nothing">
      <h2>{said.none}</h2>
      <p className="soft">{said.noneYet}</p>
      {isSandbox && (
        <ButtonLink to="/console/trigger" search={{ act: 'donate' }}>
          {said.trigger}
        </ButtonLink>
      )}
    </div>
  )
}

const said = inLanguage({
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
