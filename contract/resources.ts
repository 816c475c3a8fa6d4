import { Type, type Static, type TSchema } from 'typebox'
import { limits } from './limits.ts'

/** 32 lower-case hexadecimal digits. Gap 19. */
export const channelId = Type.String({ pattern: '^[0-9a-f]{32}$' })

/** The code of a channel's chat: 6 characters of base62. Gap 27. */
export const chatChannelId = Type.String({ pattern: '^[0-9A-Za-z]{6}$' })

/** Specification, "Token set". `expiresIn` is a number for applications of the observed wire profile. Gap 1. */
export const tokenSet = Type.Object({
  accessToken: Type.String(),
  refreshToken: Type.String(),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Union([Type.String(), Type.Integer()]),
  scope: Type.String({ description: 'The names of the scopes, joined by one space' }),
  scopes: Type.Array(Type.String()),
})

/** Counted in the composed form, which the length as it was sent tells nothing about. Gap 22. */
export const messageText = Type.String({
  minLength: 1,
  maxLength: limits.messageCodeUnits,
  description: 'At most 100 characters: code points of the composed form (NFC)',
})

/** A moment as people read it: `2026-07-18 23:32:12`, in the zone of a setting. Gap 18. */
export const displayDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' })

/** A moment as programs read it: `2024-08-01T09:20:26Z`, RFC 3339 in UTC. Gap 62. */
export const utcDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' })

/** Lists that are read page by page, with what clients read besides. Gap 24. */
export function pagedList<T extends TSchema>(item: T) {
  const count = Type.Integer({ minimum: 0 })
  return Type.Object({ page: count, totalCount: count, totalPages: count, data: Type.Array(item) })
}

/** Lists that are read on from where the last answer ended; `next` is null at the end. Gap 24. */
export function cursorList<T extends TSchema>(item: T) {
  return Type.Object({
    data: Type.Array(item),
    page: Type.Object({ next: Type.Union([Type.String(), Type.Null()]) }),
  })
}

/** Specification, "Channel manager". */
export const userRole = Type.Enum([
  'STREAMING_CHANNEL_OWNER',
  'STREAMING_CHANNEL_MANAGER',
  'STREAMING_CHAT_MANAGER',
  'STREAMING_SETTLEMENT_MANAGER',
])
/** The roles that an owner gives to others. */
export const managerRole = Type.Enum([
  'STREAMING_CHANNEL_MANAGER',
  'STREAMING_CHAT_MANAGER',
  'STREAMING_SETTLEMENT_MANAGER',
])
export type ManagerRole = Static<typeof managerRole>

/** What the people of the demo world are to each other. */
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

/** Whether a claim of a drops reward was granted. Specification, "States and transitions". */
export const fulfillmentState = Type.Enum(['CLAIMED', 'FULFILLED'])
export type FulfillmentState = Static<typeof fulfillmentState>

/** What becomes of a claim that is to be fulfilled. Gap 64. */
export const claimOutcomes = ['SUCCESS', 'INVALID_ID', 'NOT_FOUND', 'UNAUTHORIZED', 'UPDATE_FAILED'] as const
export type ClaimOutcome = (typeof claimOutcomes)[number]

/** Where a campaign stands at a moment. */
export const campaignStates = ['SCHEDULED', 'RUNNING', 'OVER'] as const
export type CampaignState = (typeof campaignStates)[number]

/** What the activity of a channel consists of. */
export const activityKinds = ['DONATION', 'SUBSCRIPTION', 'FOLLOW'] as const
export type ActivityKind = (typeof activityKinds)[number]
