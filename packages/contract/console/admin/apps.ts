import type { TSchema } from 'typebox'
import { Type } from '../../type.ts'
import { adminEndpoint } from '../../endpoint.ts'
import { limits } from '../../limits.ts'
import { channelId, pagedList, utcDate, uuid } from '../../resources.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const count = Type.Integer({ minimum: 0 })
const clientId = Type.String({ minLength: 1, maxLength: 100 })
const pathParams = Type.Object({ clientId })
const notFound = 'no such application'

export const listSiteApps = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/apps',
  needsSiteRole: 'MODERATOR',
  scans: true,
  summary: 'List the applications of the site, newest first or by name, with their calls of the last 24 hours',
  query: Type.Object({
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Any part of the name, the redirect URI, or the name of the owner or the team; or the start of the client id',
      }),
    ),
    isDisabled: Type.Optional(Type.Boolean()),
    sort: Type.Optional(Type.Enum(['registered', 'name'], { default: 'registered' })),
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  }),
  content: pagedList(
    Type.Object({
      clientId,
      name: Type.String(),
      owner: orNull(Type.Object({ channelId, channelName: Type.String() })),
      team: orNull(Type.Object({ teamId: uuid, name: Type.String() })),
      redirectHost: Type.String({ description: 'The host, or the scheme of a native application' }),
      createdDate: utcDate,
      lastUsedDate: orNull(utcDate),
      disabled: orNull(Type.Object({ reason: Type.String(), date: utcDate })),
      /** People who gave it access. */
      people: count,
      calls: count,
      errorCalls: count,
    }),
  ),
})

export const disableApp = adminEndpoint({
  method: 'PUT',
  path: '/console/v1/admin/apps/{clientId}/disabled',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary:
    'Disable an application: its credentials and tokens are refused, its sessions end, and it gets no notifications',
  pathParams,
  body: Type.Object({
    reason: Type.String({ minLength: 1, maxLength: 200, description: 'Its owners see it' }),
  }),
  errors: { notFound },
  content: Type.Null(),
})

export const enableApp = adminEndpoint({
  method: 'DELETE',
  path: '/console/v1/admin/apps/{clientId}/disabled',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary: 'Enable a disabled application: its credentials and tokens work again, and sessions connect again',
  pathParams,
  errors: { notFound: 'no such disabled application' },
  content: Type.Null(),
})

export const renameApp = adminEndpoint({
  method: 'PUT',
  path: '/console/v1/admin/apps/{clientId}/name',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary: `Rename an application, which keeps the name for ${limits.siteNameDays} days`,
  pathParams,
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }),
  errors: { notFound },
  content: Type.Null(),
})

export const deleteSiteApp = adminEndpoint({
  method: 'POST',
  path: '/console/v1/admin/apps/{clientId}/deletion',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary: `Delete an application; \`onair app restore\` brings it back for ${limits.appRestoreDays} days`,
  pathParams,
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 200, description: 'For the audit log' }) }),
  errors: { notFound },
  content: Type.Null(),
})
