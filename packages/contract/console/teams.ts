import { Type } from '../type.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelId, utcDate, uuid } from '../resources.ts'
import { teamRoles } from '../team-roles.ts'

const teamId = uuid
const role = Type.Enum([...teamRoles])
const name = Type.String({ minLength: 1, maxLength: 100 })
const token = Type.String({ minLength: 1, maxLength: 200, description: 'The text after # of the link' })
const pathParams = Type.Object({ teamId })
const notFound = 'no team of the caller with this id'
const forbidden = 'also when the caller is not an owner of the team'

export const listTeams = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/teams',
  summary: 'List the teams of the caller, by name',
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        teamId,
        name: Type.String(),
        role,
        members: Type.Integer({ minimum: 1 }),
        apps: Type.Integer({ minimum: 0 }),
      }),
    ),
  }),
})

export const createTeam = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/teams',
  action: 'registerApp',
  summary: 'Create a team; the caller is its owner',
  body: Type.Object({ name }),
  errors: { forbidden: `also when the caller is in ${limits.teamsPerUser} teams` },
  content: Type.Object({ teamId }),
})

export const getTeam = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/teams/{teamId}',
  summary: 'Get a team with its members by seniority, and for an owner its invitations',
  pathParams,
  errors: { notFound },
  content: Type.Object({
    teamId,
    name: Type.String(),
    role,
    canMail: Type.Boolean({ description: 'Whether invitations can be sent by mail' }),
    members: Type.Array(
      Type.Object({ channelId, channelName: Type.String(), role, isSuspended: Type.Boolean(), joinedDate: utcDate }),
    ),
    invitations: Type.Array(
      Type.Object({
        invitationId: uuid,
        role,
        invitedBy: Type.String({ description: 'A channel name' }),
        createdDate: utcDate,
        endDate: utcDate,
      }),
    ),
  }),
})

export const renameTeam = consoleEndpoint({
  method: 'PATCH',
  path: '/console/v1/teams/{teamId}',
  summary: 'Rename a team',
  pathParams,
  body: Type.Object({ name }),
  errors: { notFound, forbidden },
  content: Type.Null(),
})

export const deleteTeam = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/teams/{teamId}',
  needsRecentPassword: true,
  summary: 'Delete a team without applications and organizations',
  pathParams,
  errors: { badInput: 'also when it has an application or an organization', notFound, forbidden },
  content: Type.Null(),
})

export const putTeamMember = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/teams/{teamId}/members/{channelId}',
  needsRecentPassword: true,
  summary: 'Change the role of a member; the last owner keeps the role',
  pathParams: Type.Object({ teamId, channelId }),
  body: Type.Object({ role }),
  errors: { notFound: 'no team of the caller with this id, or no such member', forbidden },
  content: Type.Null(),
})

export const deleteTeamMember = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/teams/{teamId}/members/{channelId}',
  summary: 'Remove a member, or leave the team; the last owner stays',
  pathParams: Type.Object({ teamId, channelId }),
  errors: {
    notFound: 'no team of the caller with this id, or no such member',
    forbidden: `${forbidden}; for another member also when the password was last entered more than 10 minutes ago`,
  },
  content: Type.Null(),
})

export const createTeamInvitation = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/teams/{teamId}/invitations',
  action: 'inviteMember',
  needsRecentPassword: true,
  isSecret: true,
  summary: `Create a link by which one person joins the team within ${limits.teamInvitationDays} days, and send it by mail if an address is given; it is shown once`,
  pathParams,
  body: Type.Object({ role, email: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })) }),
  errors: { badInput: `also when the team has ${limits.teamInvitations} invitations`, notFound, forbidden },
  content: Type.Object({ url: Type.String(), isMailed: Type.Boolean() }),
})

export const deleteTeamInvitation = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/teams/{teamId}/invitations/{invitationId}',
  summary: 'End an invitation',
  pathParams: Type.Object({ teamId, invitationId: uuid }),
  errors: { notFound: 'no team of the caller with this id, or no such invitation', forbidden },
  content: Type.Null(),
})

export const readTeamInvitation = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/team-invitation',
  summary: 'Read an invitation to a team',
  body: Type.Object({ token }),
  errors: { badInput: 'also when the invitation was used or has ended' },
  content: Type.Object({
    teamName: Type.String(),
    role,
    invitedBy: Type.String({ description: 'A channel name' }),
  }),
})

export const acceptTeamInvitation = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/team-invitation/accept',
  summary: 'Join a team by an invitation, which ends',
  body: Type.Object({ token }),
  errors: {
    badInput: `also when the invitation was used or has ended, the caller is a member, or the team has ${limits.teamMembers} members`,
    forbidden: `also when the caller is in ${limits.teamsPerUser} teams`,
  },
  content: Type.Object({ teamId }),
})
