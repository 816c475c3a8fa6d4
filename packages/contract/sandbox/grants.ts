import { Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'
import { channelId, tokenSet } from '../resources.ts'

const grant = { clientId: Type.String({ minLength: 1, maxLength: 100 }), channelId }

export const createGrant = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/grants',
  summary:
    'Grant consent without a browser; the grant then has exactly these scopes, or all of the application if omitted',
  body: Type.Object({ ...grant, scopes: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })) }),
  errors: {
    notFound: 'no such application or channel',
  },
  isSecret: true,
  content: tokenSet,
})

export const withdrawGrant = sandboxEndpoint({
  method: 'DELETE',
  path: '/sandbox/v1/grants',
  summary: 'Withdraw consent',
  parameters: Type.Object(grant),
  errors: {
    notFound: 'no such application, channel or grant',
  },
  content: Type.Null(),
})
