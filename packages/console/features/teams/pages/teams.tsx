import { Badge, Button, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Table } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import { OrganizationRequest } from '../components/organization-request.tsx'
import { teamsQuery } from '../queries.ts'
import layout from '../../../ui/layout.module.css'

const { list: t, roleNames } = strings('teams')

/** The teams of the visitor, and a form for another one. */
export function Teams() {
  const query = useQuery(teamsQuery)
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {({ data }) => (
          <Table
            items={data}
            label={t.title}
            idField="teamId"
            columns={[t.name, t.role, t.members, t.apps]}
            hasCards
            empty={t.none}
          >
            {({ teamId, name, role, members, apps }) => (
              <>
                <th scope="row">
                  <Link className={layout.rowTitle} to="/console/teams/$teamId" params={{ teamId }} dir="auto">
                    {name}
                  </Link>
                </th>
                <td data-label={t.role}>
                  <Badge color="gray">{roleNames[role]}</Badge>
                </td>
                <td data-label={t.members}>{members}</td>
                <td data-label={t.apps}>{apps}</td>
              </>
            )}
          </Table>
        )}
      </QueryBoundary>
      <CreateTeam />
      <OrganizationRequest />
    </Stack>
  )
}

function CreateTeam() {
  const [draft, setDraft] = useDraft<string>('team')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const name = draft ?? ''
  const create = useMutation({
    mutationFn: () => api(consoleApi.teams.createTeam, { body: { name } }),
    onSuccess: async ({ teamId }) => {
      setDraft(() => null)
      await queries.invalidateQueries(teamsQuery)
      await navigate({ to: '/console/teams/$teamId', params: { teamId } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <form className={`card ${layout.setting}`} onSubmit={submit} aria-labelledby="create">
      <SettingHead id="create" title={t.create} about={t.createAbout} />
      <Stack gap="md" maw={620}>
        <TextInput
          label={t.name}
          description={t.nameHint}
          value={name}
          onChange={({ currentTarget: { value } }) => setDraft(() => value)}
          maxLength={100}
          required
        />
        {create.error !== null && <ErrorAlert error={create.error} />}
        <Button type="submit" loading={create.isPending} disabled={name.trim() === ''} style={{ alignSelf: 'start' }}>
          {t.createIt}
        </Button>
      </Stack>
    </form>
  )
}
