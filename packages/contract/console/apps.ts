import type { TSchema } from 'typebox'
import { Type } from '../type.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { eventTypes } from '../events.ts'
import { disconnectFailure } from '../failure-codes.ts'
import { limits } from '../limits.ts'
import { appSorts, channelId, pagedList, utcDate, uuid } from '../resources.ts'
import { organizationRequestStates } from '../organization-requests.ts'
import { teamRoles } from '../team-roles.ts'
import { trafficRanges } from '../traffic.ts'
import { webhookStatuses } from '../webhooks.ts'
import { wireProfiles } from '../wire-profile.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const count = Type.Integer({ minimum: 0 })
const clientId = Type.String({ minLength: 1, maxLength: 100 })
const pathParams = Type.Object({ clientId })
const notYourAppError = { notFound: 'no application of the caller with this id' }

const name = Type.String({ minLength: 1, maxLength: 100 })
const redirectUri = Type.String({ minLength: 1, maxLength: 2000, description: 'Address to redirect to after consent' })
const organizationId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'An approved organization that the caller represents; required for the drops scope',
})
const wireProfile = Type.Enum([...wireProfiles])

/** The role of the caller, and the team that the application belongs to; null where it belongs to the caller alone. */
const ownership = {
  role: Type.Enum([...teamRoles]),
  team: orNull(Type.Object({ teamId: uuid, name: Type.String() })),
}

/** Full days until an unused application is deleted. Specification, "Application registration rules", 2. */
const daysLeft = count

export const listApps = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps',
  summary: "List the applications of the caller and of the caller's teams: newest first, by name, or last used first",
  query: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name, or the start of the id' })),
    hasDropsScope: Type.Optional(Type.Boolean({ description: 'Only applications with or without the drops scope' })),
    owner: Type.Optional(
      Type.Union([Type.Literal('ME'), uuid], { description: 'ME: those without a team; or a team' }),
    ),
    sort: Type.Optional(Type.Enum([...appSorts], { default: 'registered' })),
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.appListSizeMax, default: limits.appListSize })),
  }),
  content: pagedList(
    Type.Object({
      clientId,
      name: Type.String(),
      ...ownership,
      createdDate: utcDate,
      lastUsedDate: orNull(utcDate),
      daysLeft,
      hasDropsScope: Type.Boolean({ description: 'True if the application has the drops scope' }),
      connectedSessions: count,
      webhook: orNull(
        Type.Object(
          { status: Type.Enum([...webhookStatuses]), failingSinceDate: orNull(utcDate) },
          { description: 'The registered webhook, or the endpoint that has been failing for the longest time' },
        ),
      ),
    }),
  ),
})

export const registerApp = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps',
  action: 'registerApp',
  needsRecentPassword: true,
  summary: 'Register an application; only this response contains the full secret',
  body: Type.Object({
    name,
    redirectUri,
    scopes: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 50,
        description: 'Default: all scopes that the application may have',
      }),
    ),
    wireProfile: Type.Optional(wireProfile),
    organizationId: Type.Optional(organizationId),
    teamId: Type.Optional(uuid),
  }),
  errors: {
    forbidden: `also when the caller or the team has ${limits.appsPerUser} applications, or the caller may only view those of the team`,
  },
  content: Type.Object({ clientId: Type.String(), clientSecret: Type.String() }),
})

export const checkAppName = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/app-names',
  summary:
    'Check whether an application may have this name; returns the word that is not allowed, or the mixed scripts',
  query: Type.Object({ name }),
  content: Type.Object({
    error: orNull(
      Type.Enum(['UNREADABLE', 'NO_LETTER', 'OFFICIAL_NAME', 'REFUSED_WORD', 'INVISIBLE_CHARACTERS', 'MIXED_SCRIPTS']),
    ),
    word: orNull(Type.String()),
  }),
})

export const getApp = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}',
  needsAppRole: 'VIEWER',
  summary: 'Get an application with its usage and limits',
  pathParams,
  errors: notYourAppError,
  content: Type.Object({
    clientId,
    name: Type.String(),
    ...ownership,
    redirectUri: Type.String(),
    /** Why the people who run the site have disabled it; null while it is not disabled. */
    disabledReason: orNull(Type.String()),
    organizationId: orNull(Type.String()),
    wireProfile: orNull(wireProfile),
    defaultWireProfile: wireProfile,
    /**
     * The wire profile that its client seems to need instead. `HEADERS`: those of a client of the public service; `SILENT`: a
     * session that never subscribed.
     */
    neededProfile: orNull(Type.Object({ wireProfile, sign: Type.Enum(['HEADERS', 'SILENT']) })),
    createdDate: utcDate,
    lastUsedDate: orNull(utcDate),
    daysLeft,
    /** The valid secrets. */
    secrets: Type.Array(Type.Object({ createdDate: utcDate, expiryDate: orNull(utcDate) })),
    /** The requested scopes, the number of people who grant each, and its calls. */
    scopes: Type.Array(
      Type.Object({
        scope: Type.String(),
        people: count,
        calls: Type.Integer({ minimum: 0, description: 'Successful calls' }),
        failedCalls: Type.Integer({
          minimum: 0,
          description:
            'Calls of the last seven days that had the scope and failed for another reason, without those above a limit',
        }),
        lastUsedDate: Type.Union([utcDate, Type.Null()], { description: 'The last successful call' }),
      }),
    ),
    /** Scopes that the application no longer requests, with the number of people who still grant them. */
    removedScopes: Type.Array(Type.Object({ scope: Type.String(), people: count })),
    /** Calls in this minute, their limit, and the limit for the tokens of one person; 0 means no limit. */
    quota: Type.Object({ used: count, limit: count, limitOfPerson: count }),
  }),
})

const milliseconds = orNull(Type.Number({ minimum: 0 }))

export const getAppTraffic = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/traffic',
  needsAppRole: 'VIEWER',
  scans: true,
  summary:
    'Get the number of calls and their latency by minute or hour, and the most frequent errors. Calls without valid credentials are not counted',
  pathParams,
  query: Type.Object({ range: Type.Optional(Type.Enum([...trafficRanges], { default: 'hour' })) }),
  errors: notYourAppError,
  content: Type.Object({
    stepSec: count,
    calls: count,
    errorCalls: count,
    p50Ms: milliseconds,
    p95Ms: milliseconds,
    steps: Type.Array(
      Type.Object({
        date: utcDate,
        successes: count,
        clientErrors: count,
        /** Calls over a quota. */
        rejections: count,
        serverErrors: count,
        p50Ms: milliseconds,
        p95Ms: milliseconds,
      }),
    ),
    errors: Type.Array(
      Type.Object({
        operation: Type.String({
          description: 'As the inspector names it: GET /open/v1/lives. All unknown paths are GET /open/v1/*',
        }),
        status: Type.Integer(),
        code: orNull(Type.String()),
        calls: count,
        lastDate: utcDate,
      }),
    ),
  }),
})

export const listAppTraffic = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/app-traffic',
  scans: true,
  summary:
    'Get the calls and errors of applications of the caller by hour, of the last 24 hours, the oldest hour first. Applications without calls are left out',
  query: Type.Object({ clientIds: Type.Array(clientId, { minItems: 1, maxItems: limits.appListSizeMax }) }),
  content: Type.Object({
    data: Type.Array(Type.Object({ clientId, calls: Type.Array(count), errors: Type.Array(count) })),
  }),
})

export const updateApp = consoleEndpoint({
  method: 'PATCH',
  path: '/console/v1/apps/{clientId}',
  needsAppRole: 'DEVELOPER',
  needsRecentPassword: ['redirectUri'],
  summary: 'Update an application; omitted fields keep their value',
  pathParams,
  body: Type.Object({
    name: Type.Optional(name),
    redirectUri: Type.Optional(redirectUri),
    wireProfile: Type.Optional(wireProfile),
    // Gap 140.
    scopes: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 50,
        description: 'The scopes to request from now on; existing grants do not change',
      }),
    ),
    organizationId: Type.Optional(organizationId),
  }),
  errors: notYourAppError,
  content: Type.Null(),
})

/** Gap 141. */
export const deleteApp = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/apps/{clientId}',
  needsAppRole: 'OWNER',
  needsRecentPassword: true,
  summary: `Delete an application: its credentials and tokens become invalid and its sessions end. An operator can restore it for ${limits.appRestoreDays} days`,
  pathParams,
  errors: notYourAppError,
  content: Type.Null(),
})

export const transferApp = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/transfer',
  needsAppRole: 'OWNER',
  needsRecentPassword: true,
  summary: 'Transfer an application to a team that the caller is an owner of, or with null to the caller alone',
  pathParams,
  body: Type.Object({ teamId: orNull(uuid) }),
  errors: { ...notYourAppError, forbidden: `also when the new owner has ${limits.appsPerUser} applications` },
  content: Type.Null(),
})

export const listOrganizations = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/organizations',
  summary: 'List the approved organizations that the caller represents',
  content: Type.Object({
    data: Type.Array(Type.Object({ organizationId: Type.String(), name: Type.String(), teamId: orNull(uuid) })),
  }),
})

const organizationRequest = {
  organizationId: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Such as the business registration number',
  }),
  name: Type.String({ minLength: 1, maxLength: 100 }),
}

export const getOrganizationRequest = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/organization-request',
  summary: 'Get the organization that the caller asked to be approved, and the decision',
  content: Type.Object({
    request: orNull(
      Type.Object({
        ...organizationRequest,
        note: Type.String(),
        state: Type.Enum([...organizationRequestStates]),
        answer: orNull(Type.String({ description: 'Why it was declined, or the approval ended' })),
      }),
    ),
  }),
})

export const putOrganizationRequest = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/organization-request',
  action: 'report',
  summary: 'Ask the operators to approve an organization that the caller represents; replaces an earlier request',
  body: Type.Object({
    ...organizationRequest,
    note: Type.Optional(Type.String({ maxLength: 500, description: 'For the operators' })),
  }),
  errors: { badInput: `also when ${limits.organizationRequests} requests wait` },
  content: Type.Null(),
})

export const deleteOrganizationRequest = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/organization-request',
  summary: 'Withdraw the request',
  errors: { notFound: 'no request of the caller' },
  content: Type.Null(),
})

export const transferOrganization = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/organizations/{organizationId}/transfer',
  needsRecentPassword: true,
  summary:
    'Let a team that the caller is an owner of represent an organization, or with null the caller alone. Owners and developers of the team then register its applications',
  pathParams: Type.Object({ organizationId: Type.String({ minLength: 1, maxLength: 100 }) }),
  body: Type.Object({ teamId: orNull(uuid) }),
  errors: { notFound: 'no organization that the caller represents alone or as an owner of its team' },
  content: Type.Null(),
})

export const listAppSessions = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/sessions',
  needsAppRole: 'VIEWER',
  summary:
    'List the connected sessions of an application, then those that ended within the last hour, newest first, with the used slots and the unused session URLs of its users',
  pathParams,
  errors: notYourAppError,
  content: Type.Object({
    /** Used slots of application sessions, unused URLs included. */
    usedSlots: count,
    unusedUserUrls: count,
    data: Type.Array(
      Type.Object({
        sessionKey: Type.String(),
        /** The user of the session; null for an application session. */
        owner: orNull(Type.Object({ channelId, channelName: Type.String(), usedSlots: count })),
        connectedDate: utcDate,
        /** Null while the session is connected. */
        disconnectedDate: orNull(utcDate),
        /** Why the session ended; null while it is connected, and when the inspector has no record of its end. */
        failure: orNull(disconnectFailure),
        subscribedEvents: Type.Array(Type.Object({ eventType: Type.Enum([...eventTypes]), channelId })),
      }),
    ),
  }),
})

export const disconnectAppSession = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/apps/{clientId}/sessions/{sessionKey}',
  needsAppRole: 'DEVELOPER',
  summary: 'Disconnect a session',
  pathParams: Type.Object({ clientId, sessionKey: Type.String({ minLength: 1, maxLength: 100 }) }),
  errors: { notFound: 'no application of the caller with this id, or no such session of it' },
  content: Type.Null(),
})
