import type { Static, TSchema } from 'typebox'
import { Type } from './type.ts'
import { limits } from './limits.ts'

/** 32 lower-case hexadecimal digits. Gap 19. */
export const channelId = Type.String({ pattern: '^[0-9a-f]{32}$' })

/** Also the name of a file. */
export const snapshotName = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' })

/** The id of a channel's chat: 6 base62 characters. Gap 27. */
export const chatChannelId = Type.String({ pattern: '^[0-9A-Za-z]{6}$' })

/** Specification, "Token set". `expiresIn` is a number in the observed wire profile. Gap 1. */
export const tokenSet = Type.Object({
  accessToken: Type.String(),
  refreshToken: Type.String(),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Union([Type.String(), Type.Integer()]),
  scope: Type.String({
    description: 'Scope names joined by one space. The names contain spaces: use `scopes` for a list',
  }),
  scopes: Type.Array(Type.String()),
})

/** Characters are counted after NFC normalization. Gap 22. */
export const messageText = Type.String({
  minLength: 1,
  maxLength: limits.textCodeUnits,
  description: `At most 100 characters (code points) after NFC normalization; ${limits.textCodeUnits} only bounds the raw text`,
})

/** A date in the configured time zone: `2026-07-18 23:32:12`. Gap 18. */
export const displayDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' })

/** RFC 3339 in UTC: `2024-08-01T09:20:26Z`. Gap 62. */
export const utcDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' })

/** A list with numbered pages. Gap 24. */
export function pagedList<T extends TSchema>(item: T) {
  const count = Type.Integer({ minimum: 0 })
  return Type.Object({ page: count, totalCount: count, totalPages: count, data: Type.Array(item) })
}

/** Newest first, by name, or last used first. */
export const appSorts = ['registered', 'name', 'lastUsed'] as const
export type AppSort = (typeof appSorts)[number]

/** A list with a cursor; `next` is null at the end. Gap 24. */
export function cursorList<T extends TSchema>(item: T) {
  return Type.Object({
    data: Type.Array(item),
    page: Type.Object({ next: Type.Union([Type.String(), Type.Null()]) }),
  })
}

/** The query of a list of the sandbox that is searched by name. */
export function namedListQuery(name: { maxLength: number; description: string }) {
  return Type.Object({
    name: Type.Optional(Type.String(name)),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.sandboxListSize, default: limits.sandboxListSize })),
    next: Type.Optional(Type.String({ maxLength: 200, description: '`page.next` of the previous page' })),
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

/** The roles of the demo people. */
/** What the sandbox returns of a person who can sign in. */
export const personLogin = { channelId, channelName: Type.String(), email: Type.String(), password: Type.String() }
export const demoRole = Type.Enum(['streamer', 'manager', 'subscriber', 'follower', 'viewer'])

export const categoryType = Type.Enum(['GAME', 'SPORTS', 'ETC'])
export type CategoryType = Static<typeof categoryType>

/** Specification, "Category". */
export const categoryItem = Type.Object({
  categoryType,
  categoryId: Type.String(),
  categoryValue: Type.String(),
  posterImageUrl: Type.Union([Type.String(), Type.Null()]),
})

/** The fulfillment state of a claim. Specification, "States and transitions". */
export const fulfillmentState = Type.Enum(['CLAIMED', 'FULFILLED'])
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

/** By the time at which they were created. */
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
