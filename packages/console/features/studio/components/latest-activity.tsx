import { Badge, Group, Text } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { consoleApi, ContentOf } from '@onair/contract'
import { strings } from '../../../locales/index.ts'
import { ActivityBadge } from './activity-badge.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { MessageText } from '../../watch/chat/message-text.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { describeActivity, type Activity } from '../describe-activity.ts'
import { HideDonationButton } from './hide-donation-button.tsx'
import { PersonButton } from './person-button.tsx'
import dashboard from '../pages/overview.module.css'
import classes from '../pages/studio.module.css'

const { activity: t } = strings('studio')

type ActivityPages = UseInfiniteQueryResult<InfiniteData<ContentOf<typeof consoleApi.audience.listActivity>>>

/** The first page of the activity, for the dashboard. */
export function LatestActivity({ query }: { query: ActivityPages }) {
  return (
    <QueryBoundary query={query}>
      {({ pages }) =>
        pages[0]?.data.length ? (
          <>
            <div className={`${dashboard.latest} ${classes.activityList}`} role="log" aria-label={t.title} tabIndex={0}>
              <ul>
                {pages[0].data.map((one) => (
                  <li key={one.activityId} className={classes.activity}>
                    <ActivityRow activity={one} />
                  </li>
                ))}
              </ul>
            </div>
            <AnchorLink mt="sm" to="/studio/activity">
              {t.showAll}
            </AnchorLink>
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {t.noneYet}
          </Text>
        )
      }
    </QueryBoundary>
  )
}

function ActivityRow({ activity }: { activity: Activity }) {
  const { channelId, channelName } = activity
  return (
    <>
      <ActivityBadge kind={activity.kind} />
      <div>
        {channelId === null ? <b>{t.anonymous}</b> : <PersonButton person={{ channelId, channelName }} isName />}{' '}
        <span style={{ fontVariantNumeric: 'tabular-nums' }}>{describeActivity(activity)}</span>
        {activity.kind === 'DONATION' && activity.isHidden && (
          <Badge size="sm" ml="xs">
            {t.hidden}
          </Badge>
        )}
        {activity.kind === 'DONATION' && activity.donationText !== '' && (
          <q>
            <bdi>
              <MessageText text={activity.donationText} emojis={activity.emojis} />
            </bdi>
          </q>
        )}
      </div>
      <Group component="span" gap="xs" wrap="nowrap">
        {activity.kind === 'DONATION' && <HideDonationButton donation={activity} />}
        <Text span size="sm" c="dimmed">
          <RelativeTime at={activity.createdDate} />
        </Text>
      </Group>
    </>
  )
}
