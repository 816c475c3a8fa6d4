import { queryOptions } from '@tanstack/react-query'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'

export type TeamDetails = ContentOf<typeof consoleApi.teams.getTeam>

/** The organization that the visitor asks to be approved. */
export const organizationRequestQuery = queryOptions({
  queryKey: ['organization-request'],
  queryFn: () => api(consoleApi.apps.getOrganizationRequest),
})

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: () => api(consoleApi.teams.listTeams),
})

export const teamQuery = (teamId: string) =>
  queryOptions({
    queryKey: ['teams', teamId],
    queryFn: () => api(consoleApi.teams.getTeam, { pathParams: { teamId } }),
  })
