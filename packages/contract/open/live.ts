import type { Static, TSchema } from 'typebox'
import { Type } from '../type.ts'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import {
  channelPicture,
  openCategory,
  categoryType,
  channelId,
  channelName,
  cursorList,
  displayDateOf,
  requestedCursor,
} from '../resources.ts'
import { scopes } from '../scopes.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

const tags = Type.Array(Type.String(), { description: 'The tags of the live' })

/** Specification, "Live item". Every key is always present; without a category its three fields are null. */
const liveItem = Type.Object({
  liveId: Type.Integer({ description: 'The id of the live' }),
  liveTitle: Type.String({ description: 'The title of the live' }),
  liveThumbnailImageUrl: Type.String({
    description: 'The address of the preview picture. It holds `{type}`, which clients replace by a height such as 480',
  }),
  concurrentUserCount: Type.Integer({ minimum: 0, description: 'Number of viewers now' }),
  openDate: displayDateOf('When the live started'),
  adult: Type.Boolean({ description: 'Whether the live is restricted to adults' }),
  tags,
  categoryType: orNull(categoryType),
  liveCategory: orNull(Type.String({ description: 'The id of the category; null without a category' })),
  liveCategoryValue: orNull(Type.String({ description: 'The Korean name of the category; null without a category' })),
  channelId,
  channelName,
  channelImageUrl: Type.String({ description: channelPicture }),
})
export type LiveItem = Static<typeof liveItem>

/**
 * A page continues after the viewers and the id of the last live of the page before. A live whose viewers change between
 * two pages can appear twice or be missed; any other is listed once. Only `next: null` marks the end.
 */
export const listLives = endpoint({
  method: 'GET',
  path: '/open/v1/lives',
  summary: 'List lives, most viewers first',
  auth: { kind: 'client', scope: null, acceptsToken: true },
  query: Type.Object({
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.liveListSize, description: 'Entries per page' })),
    next: Type.Optional(Type.String(requestedCursor)),
  }),
  content: cursorList(liveItem),
})

export const getStreamKey = endpoint({
  method: 'GET',
  path: '/open/v1/streams/key',
  summary: "Get the stream key of the user's channel",
  auth: { kind: 'token', scope: scopes.streamKey },
  isSecret: true,
  content: Type.Object({
    streamKey: Type.String({
      minLength: 32,
      maxLength: 32,
      description: 'The secret for the encoder: anyone who has it can go live on the channel',
    }),
  }),
})

/** Specification, "Broadcast settings". `category` is null when none is set. */
const liveSetting = Type.Object({
  defaultLiveTitle: Type.String({ description: 'The title of the live' }),
  category: Type.Union([openCategory, Type.Null()], {
    description: 'The category of the live; null if none is set',
  }),
  tags,
})
export type LiveSetting = Static<typeof liveSetting>

export const getLiveSetting = endpoint({
  method: 'GET',
  path: '/open/v1/lives/setting',
  summary: "Get the broadcast settings of the user's channel",
  auth: { kind: 'token', scope: scopes.liveSettingRead },
  content: liveSetting,
})

/** A field that is omitted or null keeps its value; many clients send null for unchanged fields. */
export const updateLiveSetting = endpoint({
  method: 'PATCH',
  path: '/open/v1/lives/setting',
  summary: "Update the broadcast settings of the user's channel",
  auth: { kind: 'token', scope: scopes.liveSettingWrite },
  body: Type.Object({
    defaultLiveTitle: Type.Optional(Type.String({ description: `1 to ${limits.liveTitleLength} characters` })),
    categoryType: Type.Optional(categoryType),
    categoryId: Type.Optional(Type.String({ maxLength: 200, description: 'Empty: removes the category' })),
    tags: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 100,
        'x-maxItems': limits.liveTags,
        description: `Up to ${limits.liveTags} tags of up to ${limits.liveTagLength} letters and digits; empty: removes all tags`,
      }),
    ),
  }),
  errors: {
    badInput:
      'also when the title is empty, the category does not exist, or a tag contains white space or special characters',
  },
  content: Type.Null(),
})
