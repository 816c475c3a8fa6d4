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
  async listTeams({ caller: { channelId } }, deps) {
    return listTeams(channelId, deps)
  },

  async createTeam({ caller: { channelId }, body: { name } }, deps) {
    return createTeam({ channelId, name, rules: await deps.site.nameRules() }, deps)
  },

  async getTeam({ caller: { channelId }, pathParams: { teamId } }, deps) {
    return getTeam({ channelId, teamId }, deps)
  },

  async renameTeam({ caller: { channelId }, pathParams: { teamId }, body: { name } }, deps) {
    await renameTeam({ channelId, teamId, name, rules: await deps.site.nameRules() }, deps)
    return null
  },

  async deleteTeam({ caller: { channelId }, pathParams: { teamId } }, deps) {
    await deleteTeam({ channelId, teamId }, deps)
    return null
  },

  async putTeamMember({ caller, pathParams, body: { role } }, deps) {
    await setMemberRole({ ...pathParams, callerId: caller.channelId, role }, deps)
    return null
  },

  async deleteTeamMember({ caller, pathParams }, deps) {
    if (pathParams.channelId !== caller.channelId) requireRecentPassword(caller, deps)
    await removeMember({ ...pathParams, callerId: caller.channelId }, deps)
    return null
  },

  async createTeamInvitation({ caller: { channelId }, pathParams: { teamId }, body }, deps) {
    const address = body.email === undefined ? { email: null } : parseEmail(body.email)
    if ('refusal' in address) throw invalidField('email', address.refusal)
    const invitation = { channelId, teamId, role: body.role, ...address }
    const { path, isMailed } = await createTeamInvitation(invitation, deps)
    return { url: `${deps.addresses.authUrl}${path}`, isMailed }
  },

  async deleteTeamInvitation({ caller: { channelId }, pathParams }, deps) {
    await endTeamInvitation({ channelId, ...pathParams }, deps)
    return null
  },

  async readTeamInvitation({ body: { token } }, deps) {
    return readTeamInvitation(token, deps)
  },

  async acceptTeamInvitation({ caller: { channelId }, body: { token } }, deps) {
    return acceptTeamInvitation({ channelId, token }, deps)
  },
}
