import { watchBlocks } from '../audiences.ts'
import { siteRoles } from '../site-roles.ts'
import type { TSchema } from 'typebox'
import { stringMap, Type } from '../type.ts'
import { watchProof } from '../watch-proof.ts'
import { consoleEndpoint, visitorEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { listLives as openListLives } from '../open/live.ts'
import { channelId, cursorList, liveSorts, utcDate } from '../resources.ts'
import { channelState, chatEntry, viewerStatus } from './watch-events.ts'

const pathParams = Type.Object({ channelId })
const watchErrors = {
  forbidden: 'the viewer may not watch the channel',
  notFound: 'no such channel',
}
const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

export const getVisitor = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/visitor',
  summary: 'Get the signed-in person; null for a guest',
  content: Type.Object({
    visitor: orNull(
      Type.Object({
        channelId,
        channelName: Type.String(),
        channelImageUrl: orNull(Type.String()),
        siteRole: orNull(Type.Enum([...siteRoles], { description: "The person's role in running the site" })),
        mustAcceptTerms: Type.Boolean({
          description: 'Whether the person accepts documents of the site before going on',
        }),
      }),
    ),
  }),
})

const pageLive = Type.Object({
  ...openListLives.content.properties.data.items.properties,
  channelImageUrl: orNull(Type.String()),
  liveTitle: orNull(Type.String({ description: 'Null: the channel has not chosen one' })),
  stillUrl: orNull(
    Type.String({
      description:
        'A video of one picture, the last key frame; null without video, for adults, and where the channel chose a picture',
    }),
  ),
  liveCategoryEnglishName: orNull(Type.String({ description: 'The name of the category in English' })),
  openedDate: utcDate,
  hasDrops: Type.Boolean({ description: 'Whether the live counts for a running drops campaign' }),
})

export const listLives = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/lives',
  summary: 'List live channels, most viewers first',
  query: openListLives.query,
  content: cursorList(pageLive),
})

const category = {
  categoryId: Type.String(),
  categoryValue: Type.String(),
  categoryEnglishName: Type.String(),
}
const liveCategory = Type.Object({
  ...category,
  lives: Type.Integer({ minimum: 1, description: 'Live channels in the category' }),
})
const offlineChannel = Type.Object({
  channelId,
  channelName: Type.String(),
  channelImageUrl: orNull(Type.String()),
  followerCount: Type.Integer({ minimum: 0 }),
})

export const searchLives = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/lives/search',
  summary: 'Search live channels by text and category, most viewers or newest first',
  query: Type.Object({
    text: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'A part of the title, of the name of the channel or of the category, of a tag, or of the open poll',
      }),
    ),
    categoryId: Type.Optional(Type.String({ maxLength: 200 })),
    sort: Type.Optional(Type.Enum([...liveSorts], { default: 'VIEWERS' })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.liveSearchSize, default: limits.liveSearchSize })),
    next: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          '`page.next` of the previous page. A channel whose viewers change in the meantime can be on both pages or on neither',
      }),
    ),
  }),
  content: Type.Object({
    ...cursorList(
      Type.Object({
        ...pageLive.properties,
        pollQuestion: orNull(Type.String({ description: 'The question of the open poll in the chat' })),
      }),
    ).properties,
    totalCount: Type.Integer({ minimum: 0, description: 'Live channels that match' }),
    category: orNull(
      Type.Object(category, { description: 'Of `categoryId`; null without it, and for an unknown category' }),
    ),
    categories: Type.Array(liveCategory, {
      description: `Those of the live channels that match the text: at most ${limits.liveCategories}`,
    }),
  }),
})

export const findOfflineChannels = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/lives/search/offline',
  summary: 'Find channels that are not live by a part of the name, the shortest names first',
  query: Type.Object({ text: Type.String({ minLength: 1, maxLength: 100 }) }),
  content: Type.Object({ data: Type.Array(offlineChannel, { maxItems: limits.offlineFoundChannels }) }),
})

export const getLiveDirectory = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/lives/directory',
  summary: 'Get the channels that the caller follows, and the categories with the most live channels',
  content: Type.Object({
    following: Type.Array(pageLive, { description: `At most ${limits.liveListSize}; empty for a guest` }),
    offline: Type.Array(offlineChannel, {
      description: `Followed channels that are not live, latest follow first: at most ${limits.offlineFollowedChannels}`,
    }),
    categories: Type.Array(liveCategory, { description: `At most ${limits.liveCategories}` }),
  }),
})

const shelved = { channelId, channelName: Type.String(), channelImageUrl: orNull(Type.String()) }

export const getShelves = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/lives/shelves',
  summary: 'Get what there is beside lives: the next broadcasts, the last recordings, and channels that were live last',
  content: Type.Object({
    plans: Type.Array(
      Type.Object({
        ...shelved,
        title: Type.String(),
        nextDate: utcDate,
        category: orNull(Type.Object({ categoryValue: Type.String(), categoryEnglishName: Type.String() })),
      }),
    ),
    replays: Type.Array(
      Type.Object({
        ...shelved,
        recordingId: Type.String(),
        title: orNull(Type.String()),
        durationMs: Type.Integer({ minimum: 0 }),
        endedDate: utcDate,
        imageUrl: Type.String(),
      }),
    ),
    channels: Type.Array(
      Type.Object({
        ...shelved,
        verifiedMark: Type.Boolean(),
        followerCount: Type.Integer({ minimum: 0 }),
        lastClosedDate: orNull(utcDate),
        lastTitle: orNull(Type.String()),
      }),
    ),
  }),
})

/** The page requests it again after RESYNC and after a reconnect; `recent` contains the missed entries. */
export const getChannel = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}',
  summary: "Get a channel as viewers see it, with its latest chat messages and the caller's status",
  pathParams,
  query: Type.Object({ watchProof }),
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Object({
    channelId,
    channelName: Type.String(),
    channelImageUrl: orNull(Type.String()),
    verifiedMark: Type.Boolean(),
    watchBlock: orNull(
      Type.Enum(
        watchBlocks.filter((code) => code !== 'AGE_NOT_CONFIRMED'),
        { description: 'Why the caller may not watch: `state` then says nothing of lives, and `recent` is empty' },
      ),
    ),
    state: channelState,
    recent: Type.Array(chatEntry, {
      description: 'The latest 50 visible messages, donations and subscriptions',
    }),
    emoticons: stringMap(Type.String(), {
      description: 'Image addresses of the emoticons `{:id:}`, by id',
    }),
    self: orNull(viewerStatus),
  }),
})

export const getViewerStatus = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/viewer-status',
  summary: "Get the caller's status in a channel and whether they can chat; null for a guest",
  pathParams,
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Object({ self: orNull(viewerStatus) }),
})

/** Only people whom the chat shows have a profile: callers cannot look up whom another person follows. */
export const getChatProfile = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/chat-profiles/{targetChannelId}',
  summary: 'Get what viewers see of a person who has a visible message in the chat of a channel',
  pathParams: Type.Object({ channelId, targetChannelId: channelId }),
  query: Type.Object({ watchProof }),
  errors: {
    forbidden: 'the caller may not watch the channel',
    notFound: 'no such channel, or no visible message of this person in its chat',
  },
  content: Type.Object({
    channelName: Type.String(),
    channelImageUrl: orNull(Type.String()),
    followedDate: orNull(utcDate),
    subscription: orNull(Type.Object({ tierNo: Type.Integer(), month: Type.Integer() })),
  }),
})

/** A viewer is counted while the socket of this URL is open. */
export const createViewerUrl = visitorEndpoint({
  method: 'POST',
  path: '/console/v1/channels/{channelId}/viewer',
  summary: "Create a URL for a viewer's socket, valid for 30 seconds",
  pathParams,
  body: Type.Object({
    guestId: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{32}$',
        description: 'A random id of the guest’s browser, so that all its windows count as one viewer',
      }),
    ),
    watchProof,
  }),
  errors: watchErrors,
  content: Type.Object({ url: Type.String() }),
})

/** A guess counts for the network, and for the channel from all networks. */
export const enterWatchPassword = visitorEndpoint({
  method: 'POST',
  path: '/console/v1/channels/{channelId}/watch-password',
  summary:
    'Enter the password of a private channel: returns a proof that holds for some hours, until the password changes',
  pathParams,
  body: Type.Object({ password: Type.String({ minLength: 1, maxLength: limits.watchPasswordLength }) }),
  errors: {
    forbidden: 'the password is wrong, or the channel has none',
    notFound: 'no such channel',
  },
  isSecret: true,
  content: Type.Object({ watchProof: Type.String() }),
})
