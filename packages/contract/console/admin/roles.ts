import { Type } from '../../type.ts'
import { adminEndpoint, consoleEndpoint } from '../../endpoint.ts'
import { channelId, utcDate } from '../../resources.ts'
import { siteRoles } from '../../site-roles.ts'

const role = Type.Enum([...siteRoles])

export const listSiteRoles = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/roles',
  needsSiteRole: 'MODERATOR',
  summary: 'List the operators and moderators of the site, by seniority',
  content: Type.Object({
    data: Type.Array(Type.Object({ channelId, channelName: Type.String(), role, grantedDate: utcDate })),
  }),
})

export const putSiteRole = adminEndpoint({
  method: 'PUT',
  path: '/console/v1/admin/roles/{channelId}',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary: 'Give a person a role in running the site, or change it; the last operator keeps the role',
  pathParams: Type.Object({ channelId }),
  body: Type.Object({ role }),
  errors: { notFound: 'no such person' },
  content: Type.Null(),
})

export const deleteSiteRole = adminEndpoint({
  method: 'DELETE',
  path: '/console/v1/admin/roles/{channelId}',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary: "Remove a person's role in running the site; the last operator keeps the role",
  pathParams: Type.Object({ channelId }),
  errors: { notFound: 'the person has no role' },
  content: Type.Null(),
})

export const acceptSiteRole = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/site-role',
  needsRecentPassword: true,
  summary: 'Take the role of a one-time link that the server or an operator printed',
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
  content: Type.Object({ role }),
})
