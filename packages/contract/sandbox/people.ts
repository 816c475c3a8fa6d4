import { Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelId, channelName, cursorList, namedListQuery, personLogin } from '../resources.ts'

const name = Type.String({ minLength: 1, maxLength: limits.channelNameLength })

export const listPeople = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/people',
  summary: 'List people, newest first',
  query: namedListQuery({ maxLength: 32, description: 'Part of a name, or an id' }),
  content: cursorList(Type.Object({ channelId, channelName })),
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
  content: Type.Object(personLogin),
})

export const signIn = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/people/{channelId}/web-sessions',
  summary: 'Sign a person in to the console without a password',
  pathParams: Type.Object({ channelId }),
  errors: { notFound: 'no such person' },
  isSecret: true,
  content: Type.Object({
    cookie: Type.String({ description: 'The header `Cookie` of requests to the console, for at most 30 days' }),
  }),
})

export const createPeople = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/people/batch',
  summary: 'Create up to 1,000 people with channels at once; they have no password and cannot sign in',
  maxBodyMb: 1,
  body: Type.Object({
    channelNames: Type.Array(name, { minItems: 1, maxItems: 1_000 }),
  }),
  content: Type.Object({
    data: Type.Array(Type.Object({ channelId, channelName }), {
      description: 'In the order of the names',
    }),
  }),
})
