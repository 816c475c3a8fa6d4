import { Type, type TSchema } from 'typebox'
import { consoleEndpoint } from '../endpoint.ts'
import { eventTypes } from '../events.ts'
import { limits } from '../limits.ts'
import { channelId, utcDate } from '../resources.ts'
import { wireProfiles } from '../wire-profile.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const count = Type.Integer({ minimum: 0 })
const clientId = Type.String({ minLength: 1, maxLength: 100 })
const pathParams = Type.Object({ clientId })
const notYourAppError = { notFound: 'no such application of this person' }

const name = Type.String({ minLength: 1, maxLength: 100 })
const redirectUri = Type.String({ minLength: 1, maxLength: 2000, description: 'Where people are led after consent' })
const organizationId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'An approved organization that one speaks for; the drops scope needs it',
})
const wireProfile = Type.Enum([...wireProfiles])

/** Whole days until an application that goes on unused is deleted. Specification, "Application registration rules", 2. */
const daysLeft = count

export const listApps = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps',
  summary: "One's own applications, newest first",
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        clientId,
        name: Type.String(),
        createdDate: utcDate,
        lastUsedDate: orNull(utcDate),
        daysLeft,
        hasDrops: Type.Boolean({ description: 'Whether it has the drops scope' }),
      }),
    ),
  }),
})

export const registerApp = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps',
  summary: 'Register an application; its secret is told in this answer and never again in full',
  body: Type.Object({
    name,
    redirectUri,
    scopes: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50, description: 'Left out: all that it may have' }),
    ),
    wireProfile: Type.Optional(wireProfile),
    organizationId: Type.Optional(organizationId),
  }),
  errors: { forbidden: `also for who has ${limits.appsPerUser} applications` },
  content: Type.Object({ clientId: Type.String(), clientSecret: Type.String() }),
})

export const checkAppName = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/app-names',
  summary: 'Whether an application may have this name, and which word of it is in the way',
  query: Type.Object({ name }),
  content: Type.Object({
    fault: orNull(Type.Enum(['UNREADABLE', 'NO_LETTER', 'OFFICIAL_NAME', 'REFUSED_WORD'])),
    word: orNull(Type.String()),
  }),
})

export const getApp = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}',
  summary: 'An application, how it is used and what is left to it',
  pathParams,
  errors: notYourAppError,
  content: Type.Object({
    clientId,
    name: Type.String(),
    redirectUri: Type.String(),
    organizationId: orNull(Type.String()),
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
    /** What people still allow, and the application asks for no more. */
    dropped: Type.Array(Type.Object({ scope: Type.String(), people: count })),
    /** Calls in this minute, and how many the tokens of each person may make; 0 is no limit. */
    quota: Type.Object({ used: count, limit: count, limitOfPerson: count }),
  }),
})

export const updateApp = consoleEndpoint({
  method: 'PATCH',
  path: '/console/v1/apps/{clientId}',
  summary: 'Change an application; what is left out stays as it is',
  pathParams,
  body: Type.Object({
    name: Type.Optional(name),
    redirectUri: Type.Optional(redirectUri),
    wireProfile: Type.Optional(wireProfile),
    scopes: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 50,
        description: 'What people are asked for from now on; those who allowed something keep it so. Gap 140',
      }),
    ),
    organizationId: Type.Optional(organizationId),
  }),
  errors: notYourAppError,
  content: Type.Null(),
})

/** As an application that is not used for long: gone for the world at once, and for good a week later. Gap 141. */
export const deleteApp = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/apps/{clientId}',
  summary: `Delete an application: its credentials and tokens work no more and its sockets hear nothing. For ${limits.appTombstoneDays} days an operator can restore it`,
  pathParams,
  errors: notYourAppError,
  content: Type.Null(),
})

export const listOrganizations = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/organizations',
  summary: 'The approved organizations that one speaks for, whose applications may have the drops scope',
  content: Type.Object({ data: Type.Array(Type.Object({ organizationId: Type.String(), name: Type.String() })) }),
})

export const listAppSessions = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/sessions',
  summary: 'The sessions of an application that are connected, newest first, and the places that are taken',
  pathParams,
  errors: notYourAppError,
  content: Type.Object({
    /** Places of the application's own sessions, unused URLs among them. */
    usedSlots: count,
    data: Type.Array(
      Type.Object({
        sessionKey: Type.String(),
        /** Whose session it is; null for one of the application. */
        owner: orNull(Type.Object({ channelId, channelName: Type.String(), usedSlots: count })),
        connectedDate: utcDate,
        subscribedEvents: Type.Array(Type.Object({ eventType: Type.Enum([...eventTypes]), channelId })),
      }),
    ),
  }),
})

export const disconnectAppSession = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/apps/{clientId}/sessions/{sessionKey}',
  summary: 'Close the socket of a session',
  pathParams: Type.Object({ clientId, sessionKey: Type.String({ minLength: 1, maxLength: 100 }) }),
  errors: { notFound: 'no such application of this person, or no such session of it' },
  content: Type.Null(),
})
