import type { consoleApi } from '@onair/contract'
import { parseEmail } from '../../features/accounts/account-rules.ts'
import { removeMember, setMemberRole } from '../../features/apps/teams/members.ts'
import {
  acceptTeamInvitation,
  createTeamInvitation,
  endTeamInvitation,
  readTeamInvitation,
} from '../../features/apps/teams/team-invitations.ts'
import { createTeam, deleteTeam, getTeam, listTeams, renameTeam } from '../../features/apps/teams/teams.ts'
import { invalidField } from '../../shared/refusal.ts'
import { requireRecentPassword } from '../pipeline/authenticate.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const teams: Handlers<typeof consoleApi.teams> = {
  listTeams: ({ caller: { channelId } }, deps) => listTeams(channelId, deps),
  createTeam: async ({ caller: { channelId }, body: { name } }, deps) =>
    createTeam({ channelId, name, rules: await deps.site.nameRules() }, deps),
  getTeam: ({ caller: { channelId }, pathParams: { teamId } }, deps) => getTeam({ channelId, teamId }, deps),
  renameTeam: async ({ caller: { channelId }, pathParams: { teamId }, body: { name } }, deps) =>
    renameTeam({ channelId, teamId, name, rules: await deps.site.nameRules() }, deps),
  deleteTeam: ({ caller: { channelId }, pathParams: { teamId } }, deps) => deleteTeam({ channelId, teamId }, deps),
  putTeamMember: ({ caller, pathParams, body: { role } }, deps) =>
    setMemberRole({ ...pathParams, callerId: caller.channelId, role }, deps),

  async deleteTeamMember({ caller, pathParams }, deps) {
    if (pathParams.channelId !== caller.channelId) requireRecentPassword(caller, deps)
    await removeMember({ ...pathParams, callerId: caller.channelId }, deps)
  },

  async createTeamInvitation({ caller: { channelId }, pathParams: { teamId }, body }, deps) {
    const address = body.email === undefined ? { email: null } : parseEmail(body.email)
    if ('refusal' in address) throw invalidField('email', address.refusal)
    const invitation = { channelId, teamId, role: body.role, ...address }
    const { path, isMailed } = await createTeamInvitation(invitation, deps)
    return { url: `${deps.addresses.authUrl}${path}`, isMailed }
  },

  deleteTeamInvitation: ({ caller: { channelId }, pathParams }, deps) =>
    endTeamInvitation({ channelId, ...pathParams }, deps),
  readTeamInvitation: ({ body: { token } }, deps) => readTeamInvitation(token, deps),
  acceptTeamInvitation: ({ caller: { channelId }, body: { token } }, deps) =>
    acceptTeamInvitation({ channelId, token }, deps),
}
