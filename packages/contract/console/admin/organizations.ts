import type { TSchema } from 'typebox'
import { Type } from '../../type.ts'
import { adminEndpoint } from '../../endpoint.ts'
import { limits } from '../../limits.ts'
import { channelId, cursorList, utcDate, uuid } from '../../resources.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const organizationId = Type.String({ minLength: 1, maxLength: 100 })
const name = Type.String({ minLength: 1, maxLength: 100 })
const representative = Type.Object({ channelId, channelName: Type.String() })

export const listSiteOrganizations = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/organizations',
  needsSiteRole: 'MODERATOR',
  summary: 'List the approved organizations, by id',
  query: Type.Object({ next: Type.Optional(Type.String({ maxLength: 1_000 })) }),
  content: cursorList(
    Type.Object({
      organizationId,
      name: Type.String(),
      /** Null where a team represents it, or none. */
      representative: orNull(representative),
      teamName: orNull(Type.String()),
      apps: Type.Integer({ minimum: 0 }),
      approvedDate: utcDate,
    }),
  ),
})

export const listOrganizationRequests = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/organization-requests',
  needsSiteRole: 'MODERATOR',
  summary: `List the organizations that people ask to be approved, the oldest ${limits.organizationRequests}`,
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        requestId: uuid,
        organizationId,
        name: Type.String(),
        note: Type.String(),
        person: representative,
        createdDate: utcDate,
        replaces: orNull(Type.String({ description: 'The name of the approved organization with this id' })),
      }),
    ),
  }),
})

export const putOrganization = adminEndpoint({
  method: 'PUT',
  path: '/console/v1/admin/organizations/{organizationId}',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary: 'Approve an organization, so that its applications may have drops, or change its name and representative',
  pathParams: Type.Object({ organizationId }),
  body: Type.Object({ name, channelId: Type.Optional(channelId) }),
  errors: { badInput: 'also when no account has the channel' },
  content: Type.Null(),
})

export const revokeOrganization = adminEndpoint({
  method: 'DELETE',
  path: '/console/v1/admin/organizations/{organizationId}',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary:
    'End the approval of an organization: its applications lose the drops scope, and those who represent it see the reason',
  pathParams: Type.Object({ organizationId }),
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 500 }) }),
  errors: { notFound: 'no such organization' },
  content: Type.Object({ apps: Type.Integer({ minimum: 0, description: 'Those that lost the scope' }) }),
})

export const putOrganizationDecision = adminEndpoint({
  method: 'PUT',
  path: '/console/v1/admin/organization-requests/{requestId}/decision',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary:
    'Approve a requested organization with the person as its representative, or decline it; the person sees the answer and gets a mail',
  pathParams: Type.Object({ requestId: uuid }),
  body: Type.Object({
    isApproved: Type.Boolean(),
    answer: Type.Optional(Type.String({ maxLength: 500, description: 'Required to decline' })),
  }),
  errors: { notFound: 'no request that waits for a decision' },
  content: Type.Null(),
})
