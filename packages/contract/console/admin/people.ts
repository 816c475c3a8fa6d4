import type { TSchema } from 'typebox'
import { Type } from '../../type.ts'
import { exportData } from '../account.ts'
import { adminEndpoint } from '../../endpoint.ts'
import { emojis } from '../../events.ts'
import { listUploads, putUpload } from '../uploads.ts'
import { limits } from '../../limits.ts'
import { channelId, countedText, cursorList, utcDate, uuid } from '../../resources.ts'
import { siteProblems } from '../../site-problems.ts'
import { personStates, siteRoles } from '../../site-roles.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const pathParams = Type.Object({ channelId })
const notFound = 'no such person'

const person = Type.Object({
  channelId,
  channelName: Type.String(),
  email: Type.String(),
  createdDate: utcDate,
  siteRole: orNull(Type.Enum([...siteRoles])),
  mayStream: Type.Boolean({ description: 'Whether an operator has approved the person as a streamer' }),
  /** Null for everyone who is approved. */
  request: orNull(Type.Object({ text: Type.String(), isRefused: Type.Boolean() })),
  /** The request to stream that waits. */
  streamRequest: orNull(Type.String()),
  suspension: orNull(
    Type.Object({
      reason: orNull(Type.String()),
      /** The reason that the person reads. */
      shownReason: orNull(Type.String()),
      createdDate: utcDate,
      /** Null: until somebody ends it. */
      endDate: orNull(utcDate),
    }),
  ),
})

export const listAccounts = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/people',
  needsSiteRole: 'MODERATOR',
  scans: true,
  summary: 'List the people of the site, newest first',
  query: Type.Object({
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Any part of the channel name or the email address, the channel id, or an address or a network (CIDR) from which the person signed up or in',
      }),
    ),
    state: Type.Optional(
      Type.Enum([...personStates], {
        description: 'WAITING: for approval; ASKS_TO_STREAM: for approval as a streamer',
      }),
    ),
    next: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  content: cursorList(person),
})

export const getPerson = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/people/{channelId}',
  needsSiteRole: 'MODERATOR',
  scans: true,
  summary: 'Get what the people who run the site see of a person',
  pathParams,
  errors: { notFound },
  content: Type.Object({
    ...person.properties,
    emailVerified: Type.Boolean(),
    verifiedMark: Type.Boolean(),
    isLive: Type.Boolean(),
    /** While the person may not go live, since a live was ended. `endDate` null: until somebody lifts it. */
    streamingBlock: orNull(Type.Object({ reason: Type.String(), endDate: orNull(utcDate) })),
    /** The last encoder that a media server of the operator did not cut within 7 days. */
    encoderCut: orNull(
      Type.Object({
        createdDate: utcDate,
        /** The answer of the media server. Null: none of them had the encoder. */
        failure: orNull(Type.String()),
        /** False: it is tried again. */
        isOver: Type.Boolean(),
      }),
    ),
    /** The newest first. */
    notes: Type.Array(
      Type.Object({
        noteId: uuid,
        text: Type.String(),
        /** Null: a command on the server added it, or the account of the author is deleted. */
        author: orNull(Type.Object({ channelId, channelName: Type.String() })),
        createdDate: utcDate,
      }),
      { maxItems: limits.personNotes },
    ),
    owns: Type.Object({ apps: Type.Integer(), followers: Type.Integer(), subscribers: Type.Integer() }),
    /** The last networks from which the person signed up or in, the newest first. */
    networks: Type.Array(Type.Object({ network: Type.String(), lastDate: utcDate, isBlocked: Type.Boolean() })),
    /** The last browsers in which the person signed up or in, at most 10. */
    devices: Type.Object({ known: Type.Integer(), blocked: Type.Integer() }),
    /** Other people who signed up or in from these networks, the newest first. */
    sameNetwork: Type.Array(person),
    /** In all chats, the newest first. */
    messages: Type.Array(
      Type.Object({
        messageId: Type.String(),
        toChannelId: channelId,
        toChannelName: Type.String(),
        content: Type.String(),
        emojis,
        isHidden: Type.Boolean(),
        createdDate: utcDate,
      }),
    ),
  }),
})

const reason = Type.String({ minLength: 1, maxLength: 200, description: 'For the audit log' })

const suspension = {
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'For the people who run the site' })),
  seconds: Type.Optional(
    Type.Integer({ minimum: 60, maximum: 366 * 86_400, description: 'Without: until somebody ends it' }),
  ),
}

export const suspend = adminEndpoint({
  method: 'POST',
  path: '/console/v1/admin/suspensions',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary:
    'Suspend people: live, sessions, sockets, applications and overlays end, and nobody sees their messages and pictures',
  body: Type.Object({
    channelIds: Type.Array(channelId, { minItems: 1, maxItems: limits.peoplePerAction }),
    ...suspension,
    shownReason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'For the people themselves, who read it at sign-in' }),
    ),
    blocksDevices: Type.Optional(
      Type.Boolean({
        description: 'Whether the browsers in which they signed in are blocked, too, until the same time',
      }),
    ),
  }),
  errors: { forbidden: 'also for people with a role in running the site, whom only an operator suspends' },
  content: Type.Object({
    suspended: Type.Integer({ minimum: 0, description: 'Those who were suspended already do not count' }),
  }),
})

export const resume = adminEndpoint({
  method: 'DELETE',
  path: '/console/v1/admin/suspensions/{channelId}',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary: 'End the suspension of a person and the block of their browsers: what the person wrote is seen again',
  pathParams,
  errors: { notFound },
  content: Type.Null(),
})

export const decideSignUps = adminEndpoint({
  method: 'POST',
  path: '/console/v1/admin/sign-up-decisions',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary: 'Approve or refuse people who signed up and wait; a refused account is deleted after 7 days',
  body: Type.Object({
    channelIds: Type.Array(channelId, { minItems: 1, maxItems: limits.peoplePerAction }),
    isApproved: Type.Boolean(),
  }),
  content: Type.Object({ decided: Type.Integer({ minimum: 0, description: 'Those who do not wait do not count' }) }),
})

export const renamePerson = adminEndpoint({
  method: 'PUT',
  path: '/console/v1/admin/people/{channelId}/channel-name',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary: `Change the name of a person's channel, which the person keeps for ${limits.siteNameDays} days`,
  pathParams,
  body: Type.Object({ channelName: countedText(limits.channelNameLength, { maxLength: 200 }), reason }),
  errors: { notFound },
  content: Type.Object({ channelName: Type.String() }),
})

export const removeProfile = adminEndpoint({
  method: 'DELETE',
  path: '/console/v1/admin/people/{channelId}/profile',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary:
    "Remove the picture, the introduction, the links, the short address and the planned broadcasts of a person's channel",
  pathParams,
  errors: { notFound },
  content: Type.Null(),
})

export const listPersonUploads = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/people/{channelId}/uploads',
  needsSiteRole: 'MODERATOR',
  summary: 'List the emoticons and other files that a person uploaded for the channel, by name',
  pathParams,
  content: listUploads.content,
})

export const removeUpload = adminEndpoint({
  method: 'DELETE',
  path: '/console/v1/admin/people/{channelId}/uploads/{kind}/{name}',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary: 'Remove a file that a person uploaded for the channel',
  pathParams: Type.Object({ channelId, ...putUpload.pathParams.properties }),
  content: Type.Null(),
})

export const putVerifiedMark = adminEndpoint({
  method: 'PUT',
  path: '/console/v1/admin/people/{channelId}/verified-mark',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary: 'Give the channel of a person the verified mark, or take it away',
  pathParams,
  body: Type.Object({ verifiedMark: Type.Boolean() }),
  errors: { notFound },
  content: Type.Null(),
})

export const putStreamers = adminEndpoint({
  method: 'PUT',
  path: '/console/v1/admin/streamers',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary: 'Let people stream while the site lets only approved people do so, or no longer; a live goes on',
  body: Type.Object({
    channelIds: Type.Array(channelId, { minItems: 1, maxItems: limits.peoplePerAction }),
    mayStream: Type.Boolean(),
  }),
  content: Type.Object({
    changed: Type.Integer({ minimum: 0, description: 'Those who stay as they are do not count' }),
  }),
})

export const decideStreamRequests = adminEndpoint({
  method: 'POST',
  path: '/console/v1/admin/stream-request-decisions',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary: 'Approve or decline people who ask to stream; who was declined can ask again',
  body: Type.Object({
    channelIds: Type.Array(channelId, { minItems: 1, maxItems: limits.peoplePerAction }),
    isApproved: Type.Boolean(),
    answer: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Why they are declined; the people see it' }),
    ),
  }),
  content: Type.Object({
    decided: Type.Integer({ minimum: 0, description: 'Those whose request does not wait do not count' }),
  }),
})

export const createNote = adminEndpoint({
  method: 'POST',
  path: '/console/v1/admin/people/{channelId}/notes',
  needsSiteRole: 'MODERATOR',
  summary: `Add a note about a person for the people who run the site, one of up to ${limits.personNotes}`,
  pathParams,
  body: Type.Object({ text: Type.String({ minLength: 1, maxLength: limits.personNoteLength }) }),
  errors: { notFound },
  content: Type.Object({ noteId: uuid }),
})

export const deleteNote = adminEndpoint({
  method: 'DELETE',
  path: '/console/v1/admin/people/{channelId}/notes/{noteId}',
  needsSiteRole: 'MODERATOR',
  summary: 'Delete a note of the caller about a person',
  pathParams: Type.Object({ channelId, noteId: uuid }),
  errors: { notFound: 'the caller has no such note' },
  content: Type.Null(),
})

export const signOutPerson = adminEndpoint({
  method: 'DELETE',
  path: '/console/v1/admin/people/{channelId}/sessions',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary: 'End all sessions of a person in browsers',
  pathParams,
  errors: { notFound },
  content: Type.Object({ endedSessions: Type.Integer({ minimum: 0 }) }),
})

export const exportPerson = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/people/{channelId}/export',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  isSecret: true,
  scans: true,
  summary: 'Export the data of a person, as the person can, in pages: each holds entries of one kind; `next` continues',
  pathParams,
  query: exportData.query,
  errors: { notFound },
  content: exportData.content,
})

export const deletePerson = adminEndpoint({
  method: 'POST',
  path: '/console/v1/admin/people/{channelId}/deletion',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary: 'Delete a person with the channel, its data and applications; this cannot be undone',
  pathParams,
  body: Type.Object({ reason }),
  errors: { notFound },
  content: Type.Null(),
})

const network = Type.String({
  minLength: 3,
  maxLength: 49,
  description: 'An address, or a network in CIDR notation: IPv4 from /16, IPv6 from /32',
})

export const listBlockedNetworks = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/blocked-networks',
  needsSiteRole: 'MODERATOR',
  summary: 'List the networks from which nobody signs up, signs in, writes or joins a chat, newest first',
  content: Type.Object({
    data: Type.Array(
      Type.Object({ network: Type.String(), reason: Type.String(), createdDate: utcDate, endDate: orNull(utcDate) }),
    ),
  }),
})

export const blockNetwork = adminEndpoint({
  method: 'PUT',
  path: '/console/v1/admin/blocked-networks',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary: 'Block a network, or change its reason and end',
  body: Type.Object({
    network,
    reason: Type.String({ minLength: 1, maxLength: 200 }),
    seconds: suspension.seconds,
  }),
  content: Type.Object({ network: Type.String() }),
})

export const unblockNetwork = adminEndpoint({
  method: 'DELETE',
  path: '/console/v1/admin/blocked-networks',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary: 'End the block of a network',
  query: Type.Object({ network }),
  errors: { notFound: 'the network is not blocked' },
  content: Type.Null(),
})

export const listBlockedDevices = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/blocked-devices',
  needsSiteRole: 'MODERATOR',
  summary: 'List the people whose browsers are blocked, newest first',
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        channelId,
        /** Null when the person was deleted. */
        channelName: orNull(Type.String()),
        devices: Type.Integer({ minimum: 1 }),
        reason: orNull(Type.String()),
        createdDate: utcDate,
        endDate: orNull(utcDate),
      }),
    ),
  }),
})

export const unblockDevices = adminEndpoint({
  method: 'DELETE',
  path: '/console/v1/admin/blocked-devices/{channelId}',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary: "End the block of a person's browsers",
  pathParams,
  errors: { notFound: 'none of them is blocked' },
  content: Type.Null(),
})

const count = Type.Integer({ minimum: 0 })

export const getSiteOverview = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/overview',
  needsSiteRole: 'MODERATOR',
  isNumbers: true,
  scans: true,
  summary: 'Get how the site does: people, lives, sign-ins, and what waits',
  content: Type.Object({
    version: Type.String(),
    people: count,
    suspendedPeople: count,
    /** For approval. */
    waitingPeople: count,
    streamRequests: count,
    lives: count,
    /** Counts of the last 24 hours. */
    lastDay: Type.Object({ signUps: count, signIns: count, failedSignIns: count, messages: count }),
    alarms: Type.Integer({ minimum: 0, description: 'Audit entries of 7 days that point to stolen credentials' }),
    waiting: Type.Object({
      deliveries: count,
      mails: count,
      oldestDeliverySec: count,
      oldestMailSec: count,
    }),
    databaseBytes: count,
    recordingBytes: count,
    pictureBytes: count,
    /** Space that the disk of the recordings has left; null: nothing is recorded. */
    freeBytes: orNull(count),
    hasRedis: Type.Boolean(),
    /** The processes, of which one that was killed is forgotten after a day. */
    processes: Type.Array(
      Type.Object({
        name: Type.String(),
        roles: Type.Array(Type.String()),
        version: Type.String(),
        isBusUp: Type.Boolean(),
        /** It should report every 10 seconds. */
        seenSec: count,
        isSilent: Type.Boolean(),
      }),
      { maxItems: 100 },
    ),
    missingRoles: Type.Array(Type.String()),
    /** When `onair backup` last wrote a file; null before the first. */
    lastBackupDate: orNull(utcDate),
    /** When `onair backup --copied` last said that they are at another place; null before the first. */
    lastBackupCopyDate: orNull(utcDate),
    problems: Type.Array(Type.Enum([...siteProblems])),
  }),
})
