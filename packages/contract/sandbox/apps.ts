import { Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { wireProfiles } from '../wire-profile.ts'
import { channelIdOf, cursorList, namedListQuery } from '../resources.ts'
import {
  deliveryList,
  deliveryQuery,
  endpointChanges,
  endpointFields,
  endpointId,
  endpointList,
  furtherEndpointParams,
} from '../webhook-endpoints.ts'

const clientId = { description: 'The client id of the application' }
const pathParams = Type.Object({ clientId: Type.String({ minLength: 1, maxLength: 100, ...clientId }) })

export const listApps = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/apps',
  summary: 'List applications, newest first',
  query: namedListQuery({ maxLength: 100, description: 'Part of a name, or an id' }),
  content: cursorList(
    Type.Object({
      clientId: Type.String(clientId),
      name: Type.String({ description: 'The name of the application' }),
      ownerChannelName: Type.Union([Type.String(), Type.Null()], {
        description: 'The name of the owner; null for an application without an owner',
      }),
    }),
  ),
})

export const createApp = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/apps',
  summary: 'Register an application',
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    redirectUri: Type.String({ minLength: 1, maxLength: 2000 }),
    scopes: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 50,
        description: 'Scope names, such as `채팅 메시지 조회`; if omitted, all that the application can have',
      }),
    ),
    ownerChannelId: Type.Optional(channelIdOf('The owner in the console')),
    wireProfile: Type.Optional(Type.Enum([...wireProfiles])),
    headerPrefix: Type.Optional(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]{0,30}-$' })),
    webhookUrl: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    organizationId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'Any id of an organization, which the sandbox approves; without one the application cannot have `DROPS`',
      }),
    ),
  }),
  errors: {
    notFound: 'ownerChannelId is not a channel',
  },
  isSecret: true,
  content: Type.Object({
    clientId: Type.String(clientId),
    clientSecret: Type.String({ description: 'The client secret; no other response contains it' }),
  }),
})

export const setWireProfile = sandboxEndpoint({
  method: 'PUT',
  path: '/sandbox/v1/apps/{clientId}/wire-profile',
  summary: 'Set the wire profile of an application. It applies to calls at once, and to the next sessions',
  pathParams,
  body: Type.Object({ wireProfile: Type.Enum([...wireProfiles]) }),
  errors: { notFound: 'no such application' },
  content: Type.Null(),
})

export const addScope = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/apps/{clientId}/scopes',
  summary: 'Add a scope to those that an application requests. Consent that was given does not include it',
  pathParams,
  body: Type.Object({ scope: Type.String({ minLength: 1, maxLength: 100 }) }),
  errors: { notFound: 'no such application' },
  content: Type.Null(),
})

export const setWebhook = sandboxEndpoint({
  method: 'PUT',
  path: '/sandbox/v1/apps/{clientId}/webhook',
  summary: 'Set the webhook URL of an application and enable the webhook, or delete it with null',
  pathParams,
  body: Type.Object({
    webhookUrl: Type.Union([Type.String({ minLength: 1, maxLength: 2000 }), Type.Null()]),
  }),
  errors: { notFound: 'no such application' },
  content: Type.Object({
    previousUrl: Type.Union([Type.String(), Type.Null()], {
      description: 'The URL before; null if there was no webhook',
    }),
  }),
})

export const createWebhookEndpoint = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/apps/{clientId}/webhook/endpoints',
  summary: `Add a webhook endpoint to an application, with filters and a secret of its own. An application has up to ${limits.webhookEndpoints} endpoints, the registered webhook included`,
  pathParams,
  body: Type.Object(endpointFields),
  errors: {
    badInput: 'also when the application has the maximum number of endpoints',
    notFound: 'no such application',
  },
  isSecret: true,
  content: Type.Object({
    endpointId,
    secret: Type.String({ description: 'The key that signs its notifications; no other response contains it' }),
  }),
})

export const listWebhookEndpoints = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/apps/{clientId}/webhook/endpoints',
  summary: 'List the endpoints of an application that get notifications beside the registered webhook, oldest first',
  pathParams,
  errors: { notFound: 'no such application' },
  content: endpointList,
})

export const updateWebhookEndpoint = sandboxEndpoint({
  method: 'PUT',
  path: '/sandbox/v1/apps/{clientId}/webhook/endpoints/{endpointId}',
  summary:
    'Update a webhook endpoint; omitted fields keep their value. New filters apply to later events, and waiting notifications go to the new URL',
  pathParams: furtherEndpointParams,
  body: endpointChanges,
  errors: { notFound: 'no such application or endpoint' },
  content: Type.Null(),
})

export const deleteWebhookEndpoint = sandboxEndpoint({
  method: 'DELETE',
  path: '/sandbox/v1/apps/{clientId}/webhook/endpoints/{endpointId}',
  summary: 'Delete a webhook endpoint. Its waiting notifications are not sent',
  pathParams: furtherEndpointParams,
  errors: { notFound: 'no such application or endpoint' },
  content: Type.Null(),
})

export const listDeliveries = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/apps/{clientId}/deliveries',
  summary: 'List the notifications of an application, to all endpoints or to one',
  pathParams,
  query: deliveryQuery,
  errors: { notFound: 'no such application' },
  content: deliveryList,
})
