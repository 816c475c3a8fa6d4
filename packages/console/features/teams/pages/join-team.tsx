import { Button, Group, Stack } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useLinkToken } from '../../../lib/link-token.ts'
import { signInUrl, visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { teamsQuery } from '../queries.ts'

const { join: t, roleNames, roleHints } = strings('teams')

const storageKey = 'team-invitation'

const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['team-invitation', token],
    queryFn: () => api(consoleApi.teams.readTeamInvitation, { body: { token } }),
    retry: false,
    refetchOnWindowFocus: false,
  })

/** Where the link of an invitation leads: which team, with which role, and who invites. */
export function JoinTeam() {
  const token = useLinkToken(storageKey)
  const { data: visitor } = useQuery(visitorQuery)
  return (
    <Stack gap="lg" className="card">
      <PageTitle description={visitor === null ? t.signInFirst : undefined}>{t.title}</PageTitle>
      {visitor === null && (
        <Group>
          <Button component="a" href={signInUrl()}>
            {t.signIn}
          </Button>
        </Group>
      )}
      {visitor && <Invitation token={token} channelName={visitor.channelName} />}
    </Stack>
  )
}

function Invitation({ token, channelName }: { token: string; channelName: string }) {
  const query = useQuery(invitationQuery(token))
  const queries = useQueryClient()
  const navigate = useNavigate()
  const accept = useMutation({
    mutationFn: () => api(consoleApi.teams.acceptTeamInvitation, { body: { token } }),
    onSuccess: async ({ teamId }) => {
      sessionStorage.removeItem(storageKey)
      await navigate({ to: '/console/teams/$teamId', params: { teamId } })
      await queries.invalidateQueries(teamsQuery)
    },
  })
  return (
    <QueryBoundary query={query}>
      {({ teamName, role, invitedBy }) => (
        <Stack gap="md">
          <Facts>
            <Fact name={t.team}>
              <bdi>{teamName}</bdi>
            </Fact>
            <Fact name={t.role}>
              {roleNames[role]} – {roleHints[role]}
            </Fact>
            <Fact name={t.invitedBy}>
              <bdi>{invitedBy}</bdi>
            </Fact>
          </Facts>
          {accept.error !== null && <ErrorAlert error={accept.error} />}
          <Group>
            <Button loading={accept.isPending} onClick={() => accept.mutate()}>
              {t.accept(channelName)}
            </Button>
          </Group>
        </Stack>
      )}
    </QueryBoundary>
  )
}
