import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { chatRoleOfManager } from '@onair/contract'
import { strings } from '../../../locales/index.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { ChannelIdentity } from '../../channels/channel-identity.tsx'
import { managedChannelsQuery } from '../queries/studio-queries.ts'
import layout from '../../../ui/layout.module.css'

const { managed: t } = strings('studio')
const { managerRoles } = strings('moderation')

/** The channels in which the visitor has a role. */
export function StudioManagedChannels() {
  return (
    <Stack gap="lg" maw={760}>
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={useQuery(managedChannelsQuery)}>
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed">{t.none}</Text>
          ) : (
            <ul className={layout.rows} aria-label={t.title}>
              {data.map(({ channelId, channelName, userRole, isLive }) => (
                <li key={channelId} className={layout.row}>
                  <ChannelIdentity channelId={channelId} name={channelName} isDense />
                  <div className={layout.rowActions}>
                    <Text span size="sm" c="dimmed">
                      {isLive && `${t.live} · `}
                      {managerRoles[userRole]}
                    </Text>
                    {chatRoleOfManager(userRole) !== 'common_user' && (
                      <ButtonLink
                        size="xs"
                        variant="default"
                        to="/studio/managed/$channelId"
                        params={{ channelId }}
                        aria-label={t.openOne(channelName)}
                      >
                        {t.open}
                      </ButtonLink>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Stack>
  )
}
