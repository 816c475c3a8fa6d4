import { Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconCheck } from '../../../ui/icons.tsx'
import { chatRoleOfManager, consoleApi, managerRole, type ContentOf, type ManagerRole } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { Table } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { RoleHolders, type RoleHolder } from '../components/role-holders.tsx'
import { managersQuery } from '../queries/studio-queries.ts'
import layout from '../../../ui/layout.module.css'

const { managers: t } = strings('studio')
const { managerRoles } = strings('moderation')

const roleOptions = managerRole.enum.map((value) => ({ value, label: managerRoles[value] }))
/** Whether a role has the rights of the table: all of them are those of moderators. */
const isModeratorRole = (role: ManagerRole) => chatRoleOfManager(role) !== 'common_user'

/** The managers of the streamer's channel and their roles. */
export function StudioManagers() {
  const query = useQuery({ ...managersQuery, select: toHolders })
  const queries = useQueryClient()
  const change = async (managerChannelId: string, userRole: ManagerRole | null) => {
    const pathParams = { managerChannelId }
    if (userRole === null) await api(consoleApi.moderation.deleteManager, { pathParams })
    else await api(consoleApi.moderation.putManager, { pathParams, body: { userRole } })
    await queries.invalidateQueries(managersQuery)
  }
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <RoleHolders query={query} roles={roleOptions} newRole="STREAMING_CHAT_MANAGER" change={change} texts={t}>
        {({ channelId, channelName }) => (
          <Link to="/watch/$channelId" params={{ channelId }} className={layout.rowTitle} dir="auto">
            {channelName}
          </Link>
        )}
      </RoleHolders>
      <Stack component="section" gap="sm" aria-labelledby="roles">
        <div>
          <h2 id="roles">{t.roles}</h2>
          <Text size="sm" c="dimmed">
            {t.whyRoles}
          </Text>
        </div>
        <Table
          items={roleOptions}
          label={t.roles}
          idField="value"
          columns={[t.role, ...t.rights]}
          hasCards
          empty={null}
        >
          {({ value, label }) => (
            <>
              <th scope="row">{label}</th>
              {t.rights.map((right) => (
                <td key={right} data-label={right}>
                  {isModeratorRole(value) ? (
                    <IconCheck
                      color="var(--color-success)"
                      display="block"
                      size={16}
                      stroke={2}
                      role="img"
                      aria-label={t.yes}
                    />
                  ) : (
                    <Text span inherit c="dimmed" role="img" aria-label={t.no}>
                      –
                    </Text>
                  )}
                </td>
              ))}
            </>
          )}
        </Table>
      </Stack>
    </Stack>
  )
}

function toHolders({ data }: ContentOf<typeof consoleApi.moderation.listManagers>): RoleHolder<ManagerRole>[] {
  return data.map(({ managerChannelId, managerChannelName, userRole, createdDate }) => ({
    channelId: managerChannelId,
    channelName: managerChannelName,
    role: userRole,
    since: createdDate,
  }))
}
