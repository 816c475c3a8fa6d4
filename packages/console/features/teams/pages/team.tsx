import { Badge, Group, Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { consoleApi, teamRoles, type TeamRole } from '@onair/contract'
import { api, isNotFound } from '../../../lib/api.ts'
import { useVisitorChannelId } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import { HoldersTable } from '../../studio/components/role-holders.tsx'
import { TeamInvitations } from '../components/team-invitations.tsx'
import { TeamOrganizations } from '../components/team-organizations.tsx'
import { teamQuery, teamsQuery, type TeamDetails } from '../queries.ts'
import layout from '../../../ui/layout.module.css'

const { team: t, members: memberTexts, roleNames } = strings('teams')

const roleOptions = teamRoles.map((value) => ({ value, label: roleNames[value] }))

/** A team: its members, and for an owner what changes it. */
export function TeamPage() {
  const { teamId } = useParams({ from: '/console/teams/$teamId' })
  const query = useQuery(teamQuery(teamId))
  if (isNotFound(query.error)) return <NotFound />
  return (
    <QueryBoundary query={query}>
      {(team) => (
        <Stack gap="lg">
          <div>
            <Link className={layout.backLink} to="/console/teams">
              ← {t.all}
            </Link>
            <Group gap="8px 16px">
              <PageTitle description={t.yourRole(roleNames[team.role])}>{team.name}</PageTitle>
              <AnchorLink size="sm" to="/console/apps" search={{ owner: teamId }}>
                {t.apps}
              </AnchorLink>
            </Group>
          </div>
          <Members team={team} />
          {team.role === 'OWNER' && <TeamInvitations team={team} />}
          <TeamOrganizations team={team} />
          {team.role === 'OWNER' && <Rename team={team} />}
          <LeaveOrDelete team={team} />
        </Stack>
      )}
    </QueryBoundary>
  )
}

function Members({ team: { teamId, role, members } }: { team: TeamDetails }) {
  const queries = useQueryClient()
  const ownId = useVisitorChannelId()
  const change = async (channelId: string, changed: TeamRole | null) => {
    const pathParams = { teamId, channelId }
    if (changed === null) await api(consoleApi.teams.deleteTeamMember, { pathParams })
    else await api(consoleApi.teams.putTeamMember, { pathParams, body: { role: changed } })
    await queries.invalidateQueries({ queryKey: ['teams'] })
  }
  return (
    <HoldersTable
      holders={members.map(({ joinedDate, ...member }) => ({ ...member, since: joinedDate }))}
      roles={roleOptions}
      canChange={role === 'OWNER'}
      change={change}
      texts={memberTexts}
    >
      {({ channelId, channelName, isSuspended }) => (
        <Group gap="xs">
          <bdi>{channelName}</bdi>
          {channelId === ownId && <Badge color="gray">{memberTexts.you}</Badge>}
          {isSuspended && <Badge color="red">{memberTexts.suspended}</Badge>}
        </Group>
      )}
    </HoldersTable>
  )
}

function Rename({ team: { teamId, name } }: { team: TeamDetails }) {
  const queries = useQueryClient()
  const save = async (changes: { name?: string }) => {
    await api(consoleApi.teams.renameTeam, { pathParams: { teamId }, body: { name: changes.name ?? name } })
    await queries.invalidateQueries({ queryKey: ['teams'] })
  }
  return (
    <EditForm
      label={t.settings}
      savedValues={{ name }}
      save={save}
      isInvalid={(values) => values.name.trim() === ''}
      head={<SettingHead title={t.settings} />}
    >
      {(values, set) => (
        <TextInput
          aria-label={t.name}
          value={values.name}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
          maxLength={100}
          required
        />
      )}
    </EditForm>
  )
}

function LeaveOrDelete({ team: { teamId, name, role } }: { team: TeamDetails }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const channelId = useVisitorChannelId()
  const finish = async (call: Promise<unknown>) => {
    await call
    await navigate({ to: '/console/teams' })
    // This page may still be there for a moment, and would read a team that is gone.
    queries.removeQueries({ ...teamQuery(teamId), type: 'inactive' })
    await queries.invalidateQueries({ ...teamsQuery, exact: true })
  }
  return (
    <section className={layout.danger} aria-label={t.leaveOrDelete}>
      <Group gap="sm">
        <ConfirmButton
          label={t.leave}
          title={t.leaveTitle(name)}
          confirmLabel={t.leave}
          onConfirm={() => finish(api(consoleApi.teams.deleteTeamMember, { pathParams: { teamId, channelId } }))}
        >
          {t.leaveAbout}
        </ConfirmButton>
        {role === 'OWNER' && (
          <ConfirmButton
            label={t.delete}
            title={t.deleteTitle(name)}
            confirmLabel={t.delete}
            onConfirm={() => finish(api(consoleApi.teams.deleteTeam, { pathParams: { teamId } }))}
          >
            {t.deleteAbout}
          </ConfirmButton>
        )}
      </Group>
    </section>
  )
}
