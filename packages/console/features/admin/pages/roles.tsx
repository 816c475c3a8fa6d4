import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, siteRoles, type ContentOf, type SiteRole } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { Table } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { FindChannel, type FoundChannel } from '../../studio/components/find-channel.tsx'
import { siteRolesQuery } from '../queries.ts'

const { roles: t, roleNames } = strings('admin')

type Member = ContentOf<typeof consoleApi.admin.listSiteRoles>['data'][number]

const roleOptions = siteRoles.map((value) => ({ value, label: roleNames[value] })).toReversed()

/** The operators and moderators of the site. */
export function AdminRoles() {
  const query = useQuery(siteRolesQuery)
  const isOperator = useQuery(visitorQuery).data?.siteRole === 'OPERATOR'
  const isMember = (id: string) => query.data?.data.some(({ channelId }) => channelId === id) ?? false
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      {isOperator && (
        <section className="card" aria-labelledby="add">
          <h2 id="add">{t.add}</h2>
          <FindChannel label={t.find}>
            {(one) =>
              isMember(one.channelId) ? (
                <Text span size="sm" c="dimmed">
                  {t.already}
                </Text>
              ) : (
                <AddMember channel={one} />
              )
            }
          </FindChannel>
        </section>
      )}
      <QueryBoundary query={query}>
        {({ data }) => (
          <Table
            items={data}
            label={t.title}
            idField="channelId"
            columns={[t.person, t.since, t.role, t.action]}
            hasCards
            empty={t.none}
          >
            {(member) => <MemberCells member={member} isOperator={isOperator} />}
          </Table>
        )}
      </QueryBoundary>
    </Stack>
  )
}

function MemberCells({ member, isOperator }: { member: Member; isOperator: boolean }) {
  const { channelId, channelName, role, grantedDate } = member
  const update = useRoleUpdate(channelId)
  return (
    <>
      <th scope="row">
        <bdi>{channelName}</bdi>
      </th>
      <td>
        <RelativeTime at={grantedDate} />
      </td>
      <td>
        {isOperator ? (
          <NativeSelect
            aria-label={t.roleOf(channelName)}
            size="xs"
            value={role}
            disabled={update.isPending}
            onChange={({ currentTarget: { value } }) => update.mutate(value as SiteRole)}
            data={roleOptions}
          />
        ) : (
          roleNames[role]
        )}
        {update.error !== null && <ErrorAlert error={update.error} />}
      </td>
      <td>
        {isOperator && (
          <ConfirmButton
            label={t.remove}
            ariaLabel={t.removeNamed(channelName)}
            title={t.removeNamed(channelName)}
            confirmLabel={t.remove}
            onConfirm={() => update.mutateAsync(null)}
          >
            {t.removeHint}
          </ConfirmButton>
        )}
      </td>
    </>
  )
}

function AddMember({ channel: { channelId, channelName } }: { channel: FoundChannel }) {
  const [role, setRole] = useState<SiteRole>('MODERATOR')
  const update = useRoleUpdate(channelId)
  return (
    <Group gap="xs" align="end">
      <NativeSelect
        label={t.roleOf(channelName)}
        value={role}
        onChange={({ currentTarget: { value } }) => setRole(value as SiteRole)}
        data={roleOptions}
      />
      <Button loading={update.isPending} onClick={() => update.mutate(role)}>
        {t.give}
      </Button>
      {update.error !== null && <ErrorAlert error={update.error} />}
    </Group>
  )
}

/** Gives a role, or removes it (null). */
function useRoleUpdate(channelId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (role: SiteRole | null) => {
      const pathParams = { channelId }
      if (role === null) await api(consoleApi.admin.deleteSiteRole, { pathParams })
      else await api(consoleApi.admin.putSiteRole, { pathParams, body: { role } })
    },
    onSuccess: () => Promise.all([queries.invalidateQueries(siteRolesQuery), queries.invalidateQueries(visitorQuery)]),
  })
}
