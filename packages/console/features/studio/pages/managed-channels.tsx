import { Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { chatRoleOfManager, type consoleApi, type ContentOf } from '@onair/contract'
import { strings } from '../../../locales/index.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Avatar } from '../../watch/components/avatar.tsx'
import { LiveBadge } from '../../watch/components/live-badge.tsx'
import { liveTitleOf } from '../../watch/live-title.ts'
import { managedChannelsQuery } from '../queries/studio-queries.ts'
import layout from '../../../ui/layout.module.css'

const { managed: t } = strings('studio')
const { managerRoles } = strings('moderation')
const { time } = strings('common')

/** The channels in which the visitor has a role. */
export function StudioManagedChannels() {
  return (
    <Stack gap="lg" maw={960}>
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={useQuery(managedChannelsQuery)}>
        {({ data }) =>
          data.length === 0 ? (
            <div className={layout.emptyState}>
              <Text c="dimmed">{t.none}</Text>
            </div>
          ) : (
            <ul className={`${layout.rows} card`} aria-label={t.title}>
              {data.map((channel) => (
                <li key={channel.channelId} className={layout.row}>
                  <ManagedRow channel={channel} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Stack>
  )
}

type Managed = ContentOf<typeof consoleApi.moderation.listManagedChannels>['data'][number]

/** A channel: whether it is on air, and what the role of the visitor in it is for. */
function ManagedRow({ channel: { channelId, channelName, channelImageUrl, userRole, live } }: { channel: Managed }) {
  const isModerated = chatRoleOfManager(userRole) !== 'common_user'
  return (
    <>
      <Group gap="md" wrap="nowrap" align="start" flex="1 1 24rem">
        <Avatar name={channelName} imageUrl={channelImageUrl} />
        <div>
          <Group gap="4px 8px">
            <b>
              <bdi>{channelName}</bdi>
            </b>
            {live ? <LiveBadge /> : <Badge color="gray">{t.offline}</Badge>}
            <Text span size="sm" c="dimmed">
              {managerRoles[userRole]}
            </Text>
          </Group>
          {live && (
            <Text size="sm">
              <bdi>{liveTitleOf(live.liveTitle, channelName)}</bdi>
              <Text span inherit c="dimmed">
                {' · '}
                <RelativeTime at={live.openedDate} phrase={time.uptime} /> · {t.viewers(live.viewers)}
              </Text>
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {t.rights[userRole]}
          </Text>
        </div>
      </Group>
      <ButtonLink
        size="sm"
        variant="default"
        to={isModerated ? '/studio/managed/$channelId' : '/watch/$channelId'}
        params={{ channelId }}
        aria-label={isModerated ? t.openOne(channelName) : t.watchOne(channelName)}
      >
        {isModerated ? t.open : t.watch}
      </ButtonLink>
    </>
  )
}
