import { Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, siteRoles, type ContentOf, type SiteRole } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { RoleHolders, type RoleHolder } from '../../studio/components/role-holders.tsx'
import { PersonLink } from '../components/person-link.tsx'
import { siteRolesQuery } from '../queries.ts'

const { roles: t, roleNames } = strings('admin')

const roleOptions = siteRoles.map((value) => ({ value, label: roleNames[value] })).toReversed()

/** The operators and moderators of the site. */
export function AdminRoles() {
  const query = useQuery({ ...siteRolesQuery, select: toHolders })
  const isOperator = useQuery(visitorQuery).data?.siteRole === 'OPERATOR'
  const queries = useQueryClient()
  const change = async (channelId: string, role: SiteRole | null) => {
    const pathParams = { channelId }
    if (role === null) await api(consoleApi.admin.deleteSiteRole, { pathParams })
    else await api(consoleApi.admin.putSiteRole, { pathParams, body: { role } })
    await Promise.all([queries.invalidateQueries(siteRolesQuery), queries.invalidateQueries(visitorQuery)])
  }
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <RoleHolders
        query={query}
        roles={roleOptions}
        newRole="MODERATOR"
        canChange={isOperator}
        change={change}
        find={findPeople}
        texts={t}
      >
        {(member) => <PersonLink {...member} />}
      </RoleHolders>
    </Stack>
  )
}

async function findPeople(search: string) {
  return (await api(consoleApi.admin.listAccounts, { query: { search } })).data
}

function toHolders({ data }: ContentOf<typeof consoleApi.admin.listSiteRoles>): RoleHolder<SiteRole>[] {
  return data.map(({ channelId, channelName, role, grantedDate }) => ({
    channelId,
    channelName,
    role,
    since: grantedDate,
  }))
}
