import type { Static, TSchema } from 'typebox'
import { Type } from './type.ts'
import { limits } from './limits.ts'

/** 32 lower-case hexadecimal digits. Gap 19. */
export const channelId = channelIdOf('The id of the channel')
export function channelIdOf(description: string) {
  return Type.String({ pattern: '^[0-9a-f]{32}$', description })
}

/** Who does an action of the sandbox. */
export const actingChannelId = channelIdOf('The channel of the person who acts')

export const channelName = Type.String({ description: 'The name of the channel' })

/** The name of a snapshot, which is also the name of a file. */
export const snapshotName = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' })

/** The id of a channel's chat: 6 base62 characters. Gap 27. */
export const chatChannelId = Type.String({
  pattern: '^[0-9A-Za-z]{6}$',
  description: 'The id of the chat, as in `chatChannelId` of a CHAT event',
})

/** Specification, "Token set". `expiresIn` is a number in the observed wire profile. Gap 1. */
export const tokenSet = Type.Object({
  accessToken: Type.String({
    description: `The credential for calls of the user, valid for ${limits.accessTokenSec / 3600} hours`,
  }),
  refreshToken: Type.String({
    description: `Gets a new token set: once, within ${limits.refreshTokenSec / 86_400} days`,
  }),
  tokenType: Type.Literal('Bearer', { description: 'The word before the access token in the `Authorization` header' }),
  expiresIn: Type.Union([Type.String(), Type.Integer()], {
    description: 'Lifetime of the access token in seconds; a number in the wire profile `observed`',
  }),
  scope: Type.String({
    description: 'Scope names joined by one space. The names contain spaces: use `scopes` for a list',
  }),
  scopes: Type.Array(Type.String(), { description: 'The names of the granted scopes' }),
})

/** A text whose characters are counted after NFC normalization. `maxLength` bounds it before. Gap 22. */
export function countedText(maxCharacters: number, options: { minLength?: number; maxLength: number }) {
  return Type.String({
    ...options,
    'x-maxCharacters': maxCharacters,
    description: `Up to ${maxCharacters} characters, counted as code points after NFC normalization`,
  })
}

export const messageText = countedText(limits.messageLength, { minLength: 1, maxLength: limits.textCodeUnits })

/** A date in the configured time zone: `2026-07-18 23:32:12`. Gap 18. */
export function displayDateOf(event: string, more = '') {
  return Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
    description: `${event}, in the time zone of the platform (Asia/Seoul by default)${more}`,
  })
}

/** RFC 3339 in UTC: `2024-08-01T09:20:26Z`. Gap 62. */
/** An id that the platform creates. */
export const uuid = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })

export const utcDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' })
export function utcDateOf(event: string) {
  return Type.String({ ...utcDate, description: `${event}, RFC 3339 in UTC` })
}

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** A list with numbered pages. Gap 24. */
export function pagedList<T extends TSchema>(item: T) {
  return Type.Object({
    page: count('Page number, from 0'),
    totalCount: count('Number of entries on all pages'),
    totalPages: count('Number of pages'),
    data: Type.Array(item),
  })
}

/** Newest first, by name, or last used first. */
export const appSorts = ['registered', 'name', 'lastUsed'] as const
export type AppSort = (typeof appSorts)[number]

export const nextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'The `next` of the following page; null on the last page',
})

/** The cursor of a list in a request. */
export const requestedCursor = { maxLength: 200, description: '`page.next` of the previous page' }

/** A list with a cursor. Gap 24. */
export function cursorList<T extends TSchema>(item: T) {
  return Type.Object({
    data: Type.Array(item),
    page: Type.Object({ next: nextCursor }),
  })
}

/** The query of a list of the sandbox that is searched by name. */
export function namedListQuery(name: { maxLength: number; description: string }) {
  return Type.Object({
    name: Type.Optional(Type.String(name)),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.sandboxListSize, default: limits.sandboxListSize })),
    next: Type.Optional(Type.String(requestedCursor)),
  })
}

/** Specification, "Channel manager". */
export const userRole = Type.Enum([
  'STREAMING_CHANNEL_OWNER',
  'STREAMING_CHANNEL_MANAGER',
  'STREAMING_CHAT_MANAGER',
  'STREAMING_SETTLEMENT_MANAGER',
])
/** Roles that the owner of a channel can grant. */
export const managerRole = Type.Enum([
  'STREAMING_CHANNEL_MANAGER',
  'STREAMING_CHAT_MANAGER',
  'STREAMING_SETTLEMENT_MANAGER',
])
export type ManagerRole = Static<typeof managerRole>

/** The addresses of a sandbox. */
export const platformUrls = {
  baseUrl: Type.String({ description: 'The address of the API' }),
  authUrl: Type.String({ description: 'The address of the consent page' }),
  socketUrl: Type.String({ description: 'The address to which session URLs lead' }),
  consoleUrl: Type.String({ description: 'The address of the console' }),
}

/** Details that the sandbox returns of a person who can sign in. */
export const personLogin = {
  channelId,
  channelName,
  email: Type.String({ description: 'The email address to sign in with' }),
  password: Type.String({ description: 'The password to sign in with' }),
}
export const demoRole = Type.Enum(['streamer', 'manager', 'subscriber', 'follower', 'viewer'], {
  description: 'The role of the person in the channel of the demo streamer',
})

export const categoryType = Type.Enum(['GAME', 'SPORTS', 'ETC'], { description: 'The type of the category' })
export type CategoryType = Static<typeof categoryType>

/** Specification, "Category". */
export const categoryItem = Type.Object({
  categoryType,
  categoryId: Type.String({ description: 'The id of the category' }),
  categoryValue: Type.String({ description: 'The Korean name of the category' }),
  posterImageUrl: Type.Union([Type.String(), Type.Null()], {
    description: 'The address of the picture of the category; null without one',
  }),
})

/** A category of the open API. Gap 191. */
export const openCategory = Type.Object({
  ...categoryItem.properties,
  posterImageUrl: Type.String({
    description: 'The address of the picture of the category; without its own, that of the platform',
  }),
})

export const channelPicture = 'The address of the picture of the channel; without its own, that of the platform'

/** A category with its Korean and its English name. */
export const bilingualCategory = Type.Object({ ...categoryItem.properties, englishName: Type.String() })

/** The fulfillment state of a claim. Specification, "States and transitions". */
export const fulfillmentState = Type.Enum(['CLAIMED', 'FULFILLED'], {
  description: '`CLAIMED` until the claim is marked as `FULFILLED`: the viewer has the reward',
})
export type FulfillmentState = Static<typeof fulfillmentState>

/** The result for each claim of a fulfillment request. Gap 64. */
export const claimOutcomes = ['SUCCESS', 'INVALID_ID', 'NOT_FOUND', 'UNAUTHORIZED', 'UPDATE_FAILED'] as const
export type ClaimOutcome = (typeof claimOutcomes)[number]

/** The state of a campaign at a given time. */
export const notificationFilters = ['DELIVERED', 'NOT_DELIVERED'] as const
export type NotificationFilter = (typeof notificationFilters)[number]

export const campaignStates = ['DRAFT', 'SCHEDULED', 'RUNNING', 'OVER'] as const
export type CampaignState = (typeof campaignStates)[number]

/** The kinds of records. `gap`: records were dropped because they arrived faster than they could be written. */
export const recordKinds = ['request', 'event', 'frame', 'delivery', 'gap'] as const
export type RecordKind = (typeof recordKinds)[number]

export const deliveryStates = ['WAITING', 'DELIVERED', 'EXHAUSTED'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const deliveryState = Type.Enum([...deliveryStates], {
  description: '`WAITING` for an attempt, `DELIVERED`, or `EXHAUSTED`: no attempt follows',
})

/** The orders of a list by creation time. */
export const sortOrders = ['newest', 'oldest'] as const
export type SortOrder = (typeof sortOrders)[number]

/** Most viewers first, or newest first. */
export const liveSorts = ['VIEWERS', 'RECENT'] as const
export type LiveSort = (typeof liveSorts)[number]

/** The periods by which the studio sums. */
export const sumUnits = ['day', 'month'] as const
export type SumUnit = (typeof sumUnits)[number]

/** The kinds of entries in a channel's activity. */
export const activityKinds = ['DONATION', 'SUBSCRIPTION', 'FOLLOW'] as const
export type ActivityKind = (typeof activityKinds)[number]
