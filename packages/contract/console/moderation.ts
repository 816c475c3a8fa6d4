import type { TSchema } from 'typebox'
import { Type } from '../type.ts'
import { auditActorKinds, moderationActions } from '../audit.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { emojis, userRoleCode } from '../events.ts'
import { limits } from '../limits.ts'
import { moderatorErrors } from '../moderator-errors.ts'
import { putNotice as openNotice, updateSettings } from '../open/chat.ts'
import { listRestricted as openList } from '../open/restriction.ts'
import { siteRoles } from '../site-roles.ts'
import { channelId, cursorList, managerRole, utcDate } from '../resources.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const managerParams = Type.Object({ managerChannelId: channelId })
const targetParams = Type.Object({ channelId, targetChannelId: channelId })

export const listManagers = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/managers',
  summary: "List people with a role in the caller's channel, by seniority",
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        managerChannelId: channelId,
        managerChannelName: Type.String(),
        userRole: managerRole,
        createdDate: utcDate,
      }),
    ),
  }),
})

export const putManager = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/managers/{managerChannelId}',
  needsRecentPassword: true,
  summary: "Give a person a role in the caller's channel, or change it",
  pathParams: managerParams,
  body: Type.Object({ userRole: managerRole }),
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const deleteManager = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/managers/{managerChannelId}',
  needsRecentPassword: true,
  summary: "Remove a person's role in the caller's channel",
  pathParams: managerParams,
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const listManagedChannels = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/managed-channels',
  summary: 'List the channels in which the caller has a role, those that are live first',
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        channelId,
        channelName: Type.String(),
        channelImageUrl: orNull(Type.String()),
        userRole: managerRole,
        live: orNull(
          Type.Object({
            liveTitle: orNull(Type.String({ description: 'Null: the channel has not chosen one' })),
            openedDate: utcDate,
            viewers: Type.Integer({ minimum: 0 }),
          }),
        ),
      }),
      { maxItems: limits.listedManagedChannels },
    ),
  }),
})

const actor = {
  actorKind: Type.Enum([...auditActorKinds]),
  /** Null if no person acted. */
  actorChannelId: orNull(channelId),
  /** The person, or the application. Null if neither exists now. */
  actorName: orNull(Type.String()),
}

/** Errors of endpoints that are also for people with a role in running the site, who act on nobody with such a role unless they are operators. */
const staffErrors = {
  forbidden: 'also when the caller neither moderates the channel nor helps to run the site',
  notFound: 'no such channel',
}

export const listRestricted = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/restrictions',
  scans: true,
  summary: 'List the restricted viewers of a channel, also those who are timed out now, newest first',
  pathParams: Type.Object({ channelId }),
  query: Type.Object({
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Any part of the channel name, or the channel id' }),
    ),
    ...openList.parameters.properties,
  }),
  errors: moderatorErrors,
  content: cursorList(
    Type.Object({
      restrictedChannelId: channelId,
      restrictedChannelName: Type.String(),
      createdDate: utcDate,
      /** When a timeout ends. Null: until the viewer is released. */
      releaseDate: orNull(utcDate),
      /** Who restricted the viewer; null if the audit log no longer has it. */
      restrictedBy: orNull(Type.Object(actor)),
    }),
  ),
})

export const restrictTemporarily = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/channels/{channelId}/temporary-restrictions/{targetChannelId}',
  summary: "Restrict a viewer in a channel's chat for a while, one minute by default, and hide their messages",
  pathParams: targetParams,
  body: Type.Object({ seconds: Type.Optional(Type.Enum([...limits.timeoutSecs])) }),
  errors: staffErrors,
  content: Type.Null(),
})

export const releaseTemporarily = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/temporary-restrictions/{targetChannelId}',
  summary: 'Release a temporarily restricted viewer early',
  pathParams: targetParams,
  errors: staffErrors,
  content: Type.Null(),
})

export const restrict = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/channels/{channelId}/restrictions/{targetChannelId}',
  summary: 'Restrict a viewer in a channel until the viewer is released',
  pathParams: targetParams,
  errors: staffErrors,
  content: Type.Null(),
})

export const release = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/restrictions/{targetChannelId}',
  summary: 'Release a restricted viewer in a channel',
  pathParams: targetParams,
  errors: staffErrors,
  content: Type.Null(),
})

export const hideMessage = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/chat/{messageId}',
  summary:
    'Hide a message of a chat; of the moderators of the channel, only the streamer can hide messages of the streamer',
  pathParams: Type.Object({ channelId, messageId: Type.String({ minLength: 1, maxLength: 100 }) }),
  errors: { ...staffErrors, notFound: 'no such channel, or no such message in its chat' },
  content: Type.Null(),
})

export const clearChat = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/chat',
  action: 'sendMessage',
  summary: `Hide the last ${limits.clearedMessages} messages of a chat; of its moderators, only the streamer hides those of the streamer`,
  pathParams: Type.Object({ channelId }),
  errors: moderatorErrors,
  content: Type.Null(),
})

export const hideDonation = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/donations/{donationId}',
  summary:
    'Hide the text and the name of a donation on watch pages and overlays, and skip its alert; the donation itself remains',
  pathParams: Type.Object({ channelId, donationId: Type.String({ minLength: 1, maxLength: 100 }) }),
  errors: { ...staffErrors, notFound: 'no such channel, or no such donation to it' },
  content: Type.Null(),
})

const moderationEntry = Type.Object({
  entryId: Type.String(),
  action: Type.Enum([...moderationActions]),
  /** The duration of a timeout; null for a restriction without an end, and for other actions. */
  seconds: orNull(Type.Integer()),
  isTemporary: Type.Boolean({ description: 'Whether a timeout was set or lifted, rather than a restriction' }),
  /** The role that a manager got; null for other actions. */
  userRole: orNull(managerRole),
  /** The words that a change of the blocked words added and removed; null for other actions. */
  blockedWords: orNull(Type.Object({ added: Type.Array(Type.String()), removed: Type.Array(Type.String()) })),
  /** The chat settings that were changed; null for other actions, and for changes whose old values were not recorded. */
  chatSettings: orNull(Type.Object({ from: updateSettings.body, to: updateSettings.body })),
  message: Type.Union([Type.Object({ content: Type.String(), emojis }), Type.Null()], {
    description:
      'The message, or the text of the donation, that was hidden; null for other actions, and when it is no longer kept',
  }),
  reason: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the people who run the site acted on the live; null for other actions',
  }),
  streamingBlock: orNull(
    Type.Object(
      { endDate: orNull(utcDate) },
      { description: 'Until when the streamer may not go live after the end of the live; null: until it is lifted' },
    ),
  ),
  ...actor,
  siteRole: orNull(
    Type.Enum([...siteRoles], { description: 'The role in running the site by which the person acted' }),
  ),
  targetChannelId: orNull(channelId),
  targetChannelName: orNull(Type.String()),
  createdDate: utcDate,
})

export const listModerationLog = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/moderation-log',
  scans: true,
  summary: 'List who moderated a channel and how, newest first; entries are kept as long as the audit log',
  pathParams: Type.Object({ channelId }),
  query: Type.Object({
    action: Type.Optional(Type.Enum([...moderationActions])),
    /** The person whom it is about. */
    targetChannelId: Type.Optional(channelId),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Any part of the name of the person whom it is about, or of the person or application that acted; or the id of one of them',
      }),
    ),
    next: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  errors: moderatorErrors,
  content: cursorList(moderationEntry),
})

export const getChatter = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/chatters/{targetChannelId}',
  summary: 'Get what a moderator sees of a person: role, restrictions, last messages and moderation in the channel',
  pathParams: targetParams,
  errors: { ...staffErrors, notFound: 'no such channel or person' },
  content: Type.Object({
    channelName: Type.String(),
    channelImageUrl: orNull(Type.String()),
    accountCreatedDate: utcDate,
    managerRole: orNull(managerRole),
    followedDate: orNull(utcDate),
    subscription: orNull(Type.Object({ month: Type.Integer(), tierNo: Type.Integer() })),
    /** The sum of the donations to the channel, in won, without anonymous ones. */
    donatedAmount: Type.Integer({ minimum: 0 }),
    restrictedDate: orNull(utcDate),
    temporarilyRestrictedUntil: orNull(utcDate),
    /** The newest first. */
    messages: Type.Array(
      Type.Object({
        messageId: Type.String(),
        content: Type.String(),
        emojis,
        isHidden: Type.Boolean(),
        createdDate: utcDate,
      }),
    ),
    history: Type.Array(moderationEntry),
  }),
})

export const listViewers = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/viewers',
  scans: true,
  summary: 'List the signed-in viewers of the live of a channel, managers and subscribers first',
  pathParams: Type.Object({ channelId }),
  errors: moderatorErrors,
  content: Type.Object({
    data: Type.Array(
      Type.Object({ channelId, channelName: Type.String(), role: userRoleCode, isSubscriber: Type.Boolean() }),
      { maxItems: limits.listedViewers },
    ),
    totalCount: Type.Integer({ minimum: 0, description: 'All signed-in viewers, also those that are not listed' }),
  }),
})

const blockedWords = Type.Array(Type.String({ minLength: 1, maxLength: limits.textInputLength }), {
  maxItems: limits.blockedWords,
})

export const getBlockedWords = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/chat/blocked-words',
  summary: 'Get the blocked words of a channel, for its moderators',
  pathParams: Type.Object({ channelId }),
  errors: moderatorErrors,
  content: Type.Object({ words: blockedWords }),
})

export const putBlockedWords = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/channels/{channelId}/chat/blocked-words',
  summary: 'Replace the blocked words of a channel; chat and donation messages of viewers that contain one are refused',
  pathParams: Type.Object({ channelId }),
  errors: moderatorErrors,
  body: Type.Object({ words: blockedWords }),
  content: Type.Null(),
})

export const getNotice = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/notice',
  summary: "Get the notice of a channel's chat",
  pathParams: Type.Object({ channelId }),
  errors: { notFound: 'no such channel' },
  content: Type.Object({ notice: orNull(Type.Object({ message: Type.String(), createdDate: utcDate })) }),
})

export const putNotice = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/channels/{channelId}/notice',
  summary: "Set the notice of a channel's chat: a new text, or a message that was sent",
  pathParams: Type.Object({ channelId }),
  body: openNotice.body,
  errors: { ...moderatorErrors, notFound: 'no such channel, or no such message in its chat' },
  content: Type.Null(),
})

export const deleteNotice = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/notice',
  summary: "Delete the notice of a channel's chat",
  pathParams: Type.Object({ channelId }),
  errors: moderatorErrors,
  content: Type.Null(),
})
