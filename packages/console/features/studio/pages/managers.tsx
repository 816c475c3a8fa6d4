import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconCheck } from '../../../ui/icons.tsx'
import { useState } from 'react'
import { chatRoleOfManager, consoleApi, managerRole, type ContentOf, type ManagerRole } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { FindChannel, type FoundChannel } from '../components/find-channel.tsx'
import { Table } from '../../../ui/list.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { managersQuery } from '../queries/studio-queries.ts'
import layout from '../../../ui/layout.module.css'
import classes from './studio.module.css'

const { managers: t } = strings('studio')
const { managerRoles } = strings('common')

type Manager = ContentOf<typeof consoleApi.moderation.listManagers>['data'][number]

const roles: readonly ManagerRole[] = managerRole.enum
/** Whether a role has the rights of the table: all of them are those of moderators. */
const isModeratorRole = (role: ManagerRole) => chatRoleOfManager(role) !== 'common_user'

/** The managers of the streamer's channel and their roles. */
export function StudioManagers() {
  const query = useQuery(managersQuery)
  const isManager = (channelId: string) =>
    query.data?.data.some(({ managerChannelId }) => managerChannelId === channelId) ?? false
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <section className="card" aria-labelledby="add">
        <h2 id="add">{t.add}</h2>
        <FindChannel label={t.find}>
          {(one) =>
            isManager(one.channelId) ? (
              <Text span size="sm" c="dimmed">
                {t.already}
              </Text>
            ) : (
              <AddManager channel={one} />
            )
          }
        </FindChannel>
      </section>
      <QueryBoundary query={query}>
        {({ data }) => (
          <Table
            items={data}
            label={t.title}
            idField="managerChannelId"
            columns={[t.manager, t.since, t.userRole, t.action]}
            hasCards
            empty={t.none}
          >
            {(manager) => <ManagerCells manager={manager} />}
          </Table>
        )}
      </QueryBoundary>
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
          columns={[t.userRole, ...t.rights]}
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

function AddManager({ channel: { channelId, channelName } }: { channel: FoundChannel }) {
  const [userRole, setRole] = useState<ManagerRole>('STREAMING_CHAT_MANAGER')
  const putManager = usePutManager(channelId)
  return (
    <div className={layout.rowActions}>
      <NativeSelect
        size="xs"
        aria-label={t.roleOf(channelName)}
        value={userRole}
        onChange={(event) => setRole(event.currentTarget.value as ManagerRole)}
        data={roleOptions}
      />
      <Button
        size="xs"
        loading={putManager.isPending}
        onClick={() => putManager.mutate(userRole)}
        aria-label={t.addOne(channelName)}
      >
        {t.addIt}
      </Button>
      {putManager.error && <ErrorAlert error={putManager.error} retry={() => putManager.mutate(userRole)} />}
    </div>
  )
}

function ManagerCells({ manager }: { manager: Manager }) {
  const { managerChannelId, managerChannelName, userRole, createdDate } = manager
  const queries = useQueryClient()
  const putManager = usePutManager(managerChannelId)
  const remove = async () => {
    await api(consoleApi.moderation.deleteManager, { pathParams: { managerChannelId } })
    await queries.invalidateQueries(managersQuery)
  }
  return (
    <>
      <th scope="row">
        <Link to="/watch/$channelId" params={{ channelId: managerChannelId }} className={layout.rowTitle} dir="auto">
          {managerChannelName}
        </Link>
      </th>
      <td data-label={t.since}>
        <RelativeTime at={createdDate} />
      </td>
      <td data-label={t.userRole} className={classes.role}>
        <NativeSelect
          size="xs"
          aria-label={t.roleOf(managerChannelName)}
          value={putManager.isPending ? putManager.variables : userRole}
          onChange={(event) => putManager.mutate(event.currentTarget.value as ManagerRole)}
          data={roleOptions}
        />
        <Text size="xs" c="dimmed" role="status">
          {putManager.isSuccess && t.roleChanged}
        </Text>
        {putManager.error && <ErrorAlert error={putManager.error} />}
      </td>
      <td>
        <ConfirmButton
          label={t.remove}
          ariaLabel={t.removeOne(managerChannelName)}
          title={t.removeTitle(managerChannelName)}
          confirmLabel={t.remove}
          onConfirm={remove}
        >
          {t.removeAbout}
        </ConfirmButton>
      </td>
    </>
  )
}

function usePutManager(managerChannelId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (userRole: ManagerRole) =>
      api(consoleApi.moderation.putManager, { pathParams: { managerChannelId }, body: { userRole } }),
    onSuccess: () => queries.invalidateQueries(managersQuery),
  })
}

const roleOptions = roles.map((value) => ({ value, label: managerRoles[value] }))
