import { Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'
import { channelId } from '../resources.ts'

export const createApp = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/apps',
  summary: 'Register an application',
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    redirectUri: Type.String({ minLength: 1, maxLength: 2000 }),
    scopes: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })),
    ownerChannelId: Type.Optional(channelId),
    wireProfile: Type.Optional(Type.Enum(['documented', 'observed'])),
    headerPrefix: Type.Optional(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]{0,30}-$' })),
    webhookUrl: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    organizationId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  }),
  errors: {
    notFound: 'ownerChannelId is not a channel',
  },
  isSecret: true,
  content: Type.Object({ clientId: Type.String(), clientSecret: Type.String() }),
})

export const setWebhook = sandboxEndpoint({
  method: 'PUT',
  path: '/sandbox/v1/apps/{clientId}/webhook',
  summary: 'Set the webhook URL of an application and enable the webhook, or delete it with null',
  pathParams: Type.Object({ clientId: Type.String({ minLength: 1, maxLength: 100 }) }),
  body: Type.Object({
    webhookUrl: Type.Union([Type.String({ minLength: 1, maxLength: 2000 }), Type.Null()]),
  }),
  errors: { notFound: 'no such application' },
  content: Type.Object({
    previousUrl: Type.Union([Type.String(), Type.Null()], { description: 'Null if there was no webhook' }),
  }),
})
