import { Type } from 'typebox'
import { endpoint, sandboxEndpoint } from '../endpoint.ts'
import { channelId, demoRole, tokenSet } from '../resources.ts'

const person = { channelId, channelName: Type.String(), email: Type.String(), password: Type.String() }
const name = Type.String({ minLength: 1, maxLength: 30 })

export const getOverview = endpoint({
  method: 'GET',
  path: '/sandbox/v1',
  summary: 'Get the addresses of the platform and the demo data',
  auth: { kind: 'none' },
  content: Type.Object({
    baseUrl: Type.String(),
    authUrl: Type.String(),
    socketUrl: Type.String(),
    consoleUrl: Type.String(),
    mode: Type.Literal('sandbox'),
    version: Type.String(),
    now: Type.String(),
    demo: Type.Object({
      clientId: Type.String(),
      clientSecret: Type.String(),
      redirectUri: Type.String(),
      people: Type.Array(Type.Object({ ...person, role: demoRole })),
    }),
  }),
})

export const listPeople = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/people',
  summary: 'List people, newest first; up to 200',
  query: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 32, description: 'Part of a name, or an id' })),
  }),
  content: Type.Object({ data: Type.Array(Type.Object({ channelId, channelName: Type.String() })) }),
})

export const createPerson = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/people',
  summary: 'Create a person with a channel',
  body: Type.Object({
    channelName: name,
    email: Type.Optional(Type.String({ maxLength: 254 })),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    verifiedMark: Type.Optional(Type.Boolean()),
    identityVerified: Type.Optional(Type.Boolean()),
    organizationId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  }),
  content: Type.Object(person),
})

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

const grant = { clientId: Type.String({ minLength: 1, maxLength: 100 }), channelId }

export const createGrant = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/grants',
  summary: 'Grant consent without a browser; the grant then has exactly these scopes',
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
