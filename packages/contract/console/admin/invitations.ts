import { Type } from '../../type.ts'
import { adminEndpoint } from '../../endpoint.ts'
import { limits } from '../../limits.ts'
import { utcDate } from '../../resources.ts'

const invitationId = Type.String({ pattern: '^[0-9a-f-]{36}$' })

export const listInvitations = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/invitations',
  needsSiteRole: 'OPERATOR',
  summary: 'List the invitations to sign up that can be used, newest first',
  content: Type.Object({
    data: Type.Array(Type.Object({ invitationId, usesLeft: Type.Integer(), createdDate: utcDate, endDate: utcDate })),
  }),
})

export const createInvitation = adminEndpoint({
  method: 'POST',
  path: '/console/v1/admin/invitations',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  isSecret: true,
  summary: 'Create a link by which people sign up while sign-up is by invitation; it is shown once',
  body: Type.Object({
    uses: Type.Integer({
      minimum: 1,
      maximum: limits.invitationUses,
      description: 'How many people can sign up with it',
    }),
    days: Type.Integer({ minimum: 1, maximum: 90 }),
  }),
  errors: { badInput: `also when ${limits.invitations} can be used` },
  content: Type.Object({ url: Type.String() }),
})

export const deleteInvitation = adminEndpoint({
  method: 'DELETE',
  path: '/console/v1/admin/invitations/{invitationId}',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary: 'End an invitation; accounts that were created with it stay',
  pathParams: Type.Object({ invitationId }),
  errors: { notFound: 'no such invitation' },
  content: Type.Null(),
})
