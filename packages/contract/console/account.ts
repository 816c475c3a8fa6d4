import type { TSchema } from 'typebox'
import { stringMap, Type } from '../type.ts'
import { exportKinds } from '../export-kinds.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { countedText, utcDate, uuid } from '../resources.ts'
import { code, ownPassword, password, wrongPassword } from './own-password.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const count = Type.Integer({ minimum: 0 })

export const getMe = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/me',
  summary: 'Get the signed-in person',
  content: Type.Object({
    channelId: Type.String(),
    channelName: Type.String(),
    email: Type.String(),
    identityVerified: Type.Boolean(),
  }),
})

export const signOut = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/web-session',
  summary: 'Sign out: the session of this browser ends',
  content: Type.Null(),
})

export const getAccount = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/account',
  summary: 'Get the account of the caller, its sessions in browsers, and what its deletion would delete',
  content: Type.Object({
    channelId: Type.String(),
    channelName: Type.String(),
    email: Type.String(),
    /** Whether the person has proved to receive mails at this address. */
    emailVerified: Type.Boolean(),
    /** Whether the platform sends mails. */
    canVerifyEmail: Type.Boolean(),
    identityVerified: Type.Boolean(),
    /** Whether the site has an identity provider. */
    canVerifyIdentity: Type.Boolean(),
    createdDate: utcDate,
    /** The last used first. */
    sessions: Type.Array(
      Type.Object({
        sessionId: Type.String(),
        isCurrent: Type.Boolean(),
        userAgent: orNull(Type.String()),
        /** An IPv4 address, or the /64 network of an IPv6 address, at sign-in. */
        network: orNull(Type.String()),
        createdDate: utcDate,
        /** Exact to a minute. */
        lastUsedDate: utcDate,
        getsNotices: Type.Boolean({ description: 'Whether the browser shows notices of followed channels' }),
      }),
    ),
    /** Null while two-step verification is off. */
    authenticator: orNull(Type.Object({ confirmedDate: utcDate, recoveryCodesLeft: count })),
    /** Whether browsers keep passkeys for the address of the site. */
    canUsePasskeys: Type.Boolean(),
    /** The newest first. */
    passkeys: Type.Array(
      Type.Object({
        passkeyId: Type.String(),
        name: Type.String(),
        createdDate: utcDate,
        lastUsedDate: orNull(utcDate),
      }),
    ),
    /** False for a person who signed up through a provider and has set none. */
    hasPassword: Type.Boolean(),
    /** The sign-in providers of the site. */
    providers: Type.Array(
      Type.Object({
        providerId: Type.String(),
        name: Type.String(),
        /** Whether a sign-in there can replace the password of an account without one. */
        canConfirm: Type.Boolean(),
        /** Null where the account is not linked to it. */
        link: orNull(Type.Object({ createdDate: utcDate, lastUsedDate: orNull(utcDate) })),
      }),
    ),
    owns: Type.Object({ apps: count, usersOfApps: count, connectedApps: count, followers: count, subscribers: count }),
  }),
})

export const renameChannel = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/account/channel-name',
  action: 'renameChannel',
  summary:
    "Change the name of the caller's channel, also of earlier messages; events that were sent before keep the old name",
  body: Type.Object({ channelName: countedText(limits.channelNameLength, { maxLength: 200 }) }),
  content: Type.Object({ channelName: Type.String() }),
})

export const verifyPassword = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/account/password-check',
  summary: 'Enter the password again: for 10 minutes, this session may use endpoints that need a recent password',
  body: Type.Object(ownPassword),
  errors: wrongPassword,
  content: Type.Null(),
})

export const changePassword = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/account/password',
  summary: 'Change the password; all other sessions of the account end',
  body: Type.Object({
    currentPassword: Type.Optional(password),
    newPassword: password,
    code,
    endsConnections: Type.Optional(
      Type.Boolean({ description: 'Whether all applications lose access, and the URLs of overlays are revoked' }),
    ),
  }),
  errors: wrongPassword,
  content: Type.Object({ endedSessions: count, endedConnections: count }),
})

export const changeEmail = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/account/email',
  action: 'changeEmail',
  summary: 'Change the email address with which the caller signs in; sessions and connected applications stay',
  body: Type.Object({ email: Type.String({ maxLength: 300 }), ...ownPassword }),
  errors: {
    ...wrongPassword,
    badInput: 'also when the password or the code is wrong, or another account has the address',
  },
  content: Type.Object({ email: Type.String() }),
})

export const sendVerification = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/account/email-verification',
  action: 'sendVerification',
  summary: 'Send the link again that verifies the email address of the caller',
  content: Type.Object({
    isSent: Type.Boolean({
      description: 'False where the address is verified, no mails are sent, or too many links were sent in 24 hours',
    }),
  }),
})

export const endSession = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/account/sessions/{sessionId}',
  summary: 'End a session of the account in a browser',
  pathParams: Type.Object({ sessionId: uuid }),
  errors: { notFound: 'the account has no such session' },
  content: Type.Null(),
})

export const endAllSessions = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/account/sessions',
  summary: 'Sign out everywhere: all sessions of the account end, this one included',
  content: Type.Object({ endedSessions: count }),
})

export const exportData = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/account/export',
  scans: true,
  summary: 'Export the data of the account, in pages: each holds entries of one kind; `next` continues',
  isSecret: true,
  needsRecentPassword: true,
  query: Type.Object({ next: Type.Optional(Type.String({ maxLength: 200 })) }),
  content: Type.Object({
    kind: Type.Enum([...exportKinds]),
    data: Type.Array(stringMap(Type.Unknown())),
    page: Type.Object({ next: orNull(Type.String()) }),
  }),
})

/** Decision 15. */
export const deleteAccount = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/account/deletion',
  summary: 'Delete the account with its channel and applications. This cannot be undone',
  body: Type.Object(ownPassword),
  errors: wrongPassword,
  content: Type.Null(),
})
