import { Type, type TSchema } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { eventTypes } from '../events.ts'
import { limits } from '../limits.ts'
import { channelId, utcDate } from '../resources.ts'
import { wireProfiles } from '../wire-profile.ts'

const auth = { kind: 'session' } as const
const namesTheField = true
const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const count = Type.Integer({ minimum: 0 })
const clientId = Type.String({ minLength: 1, maxLength: 100 })
const inPath = Type.Object({ clientId })
const notYours = { notFound: 'no such application of this person' }

const name = Type.String({ minLength: 1, maxLength: 100 })
const redirectUri = Type.String({ minLength: 1, maxLength: 2000, description: 'Where people are led after consent' })
const wireProfile = Type.Enum([...wireProfiles])

/** Whole days until an application that goes on unused is deleted. Specification, "Application registration rules", 2. */
const daysLeft = count

export const listApps = endpoint({
  method: 'GET',
  path: '/console/v1/apps',
  summary: "One's own applications, newest first",
  auth,
  namesTheField,
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        clientId,
        name: Type.String(),
        createdDate: utcDate,
        lastUsedDate: orNull(utcDate),
        daysLeft,
      }),
    ),
  }),
})

export const registerApp = endpoint({
  method: 'POST',
  path: '/console/v1/apps',
  summary: 'Register an application; its secret is told in this answer and never again in full',
  auth,
  namesTheField,
  body: Type.Object({
    name,
    redirectUri,
    scopes: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50, description: 'Left out: every scope of people' }),
    ),
    wireProfile: Type.Optional(wireProfile),
  }),
  refusedWhen: { forbidden: `also for who has ${limits.appsPerPerson} applications` },
  content: Type.Object({ clientId: Type.String(), clientSecret: Type.String() }),
})

export const checkName = endpoint({
  method: 'GET',
  path: '/console/v1/app-names',
  summary: 'Whether an application may have this name, and which word of it is in the way',
  auth,
  namesTheField,
  query: Type.Object({ name }),
  content: Type.Object({
    fault: orNull(Type.Enum(['UNREADABLE', 'NO_LETTER', 'OFFICIAL_NAME', 'REFUSED_WORD'])),
    word: orNull(Type.String()),
  }),
})

export const readApp = endpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}',
  summary: 'An application, how it is used and what is left to it',
  auth,
  namesTheField,
  inPath,
  refusedWhen: notYours,
  content: Type.Object({
    clientId,
    name: Type.String(),
    redirectUri: Type.String(),
    wireProfile: orNull(wireProfile),
    defaultWireProfile: wireProfile,
    createdDate: utcDate,
    lastUsedDate: orNull(utcDate),
    daysLeft,
    /** The secrets that work now. */
    secrets: Type.Array(Type.Object({ createdDate: utcDate, expiryDate: orNull(utcDate) })),
    /** What the application asks for, how many people allow it now, and what was called with it. */
    scopes: Type.Array(
      Type.Object({ scope: Type.String(), people: count, calls: count, lastUsedDate: orNull(utcDate) }),
    ),
    /** Calls in this minute; `limit` 0 is no limit. */
    quota: Type.Object({ used: count, limit: count }),
  }),
})

export const changeApp = endpoint({
  method: 'PATCH',
  path: '/console/v1/apps/{clientId}',
  summary: 'Change an application; what is left out stays as it is',
  auth,
  namesTheField,
  inPath,
  body: Type.Object({
    name: Type.Optional(name),
    redirectUri: Type.Optional(redirectUri),
    wireProfile: Type.Optional(wireProfile),
  }),
  refusedWhen: notYours,
  content: Type.Null(),
})

export const listAppSessions = endpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/sessions',
  summary: 'The sessions of an application that are connected, newest first, and the places that are taken',
  auth,
  namesTheField,
  inPath,
  refusedWhen: notYours,
  content: Type.Object({
    /** Places of the application's own sessions, unused URLs among them. */
    held: count,
    data: Type.Array(
      Type.Object({
        sessionKey: Type.String(),
        /** Whose session it is; null for one of the application. */
        owner: orNull(Type.Object({ channelId, channelName: Type.String(), held: count })),
        connectedDate: utcDate,
        subscribedEvents: Type.Array(Type.Object({ eventType: Type.Enum([...eventTypes]), channelId })),
      }),
    ),
  }),
})

export const cutAppSession = endpoint({
  method: 'DELETE',
  path: '/console/v1/apps/{clientId}/sessions/{sessionKey}',
  summary: 'Close the socket of a session',
  auth,
  namesTheField,
  inPath: Type.Object({ clientId, sessionKey: Type.String({ minLength: 1, maxLength: 100 }) }),
  refusedWhen: { notFound: 'no such application of this person, or no such session of it' },
  content: Type.Null(),
})
