import { Type, type Static, type TSchema } from 'typebox'
import { getSettings } from '../open/chat.ts'
import { chatEvent, donationEvent, subscriptionEvent, userRoleCode } from '../events.ts'
import { categoryItem, channelId, utcDate } from '../resources.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const count = Type.Integer({ minimum: 0 })

/** What everybody who looks at a channel sees of it. A viewer's socket tells it first, and again whenever any of it changes. */
export const channelState = Type.Object({
  live: orNull(
    Type.Object({
      liveId: Type.Integer(),
      openedDate: utcDate,
      viewers: count,
      playbackUrl: orNull(
        Type.String({ description: 'The HLS playlist of the picture; null where the operator names none' }),
      ),
    }),
  ),
  title: Type.String(),
  category: orNull(categoryItem),
  tags: Type.Array(Type.String()),
  adult: Type.Boolean(),
  followerCount: count,
  notice: orNull(Type.Object({ content: Type.String(), emojis: Type.Record(Type.String(), Type.String()) })),
  chatSettings: getSettings.content,
})
export type ChannelState = Static<typeof channelState>

/** Why someone may not speak in a chat; `leftMs` is how long until that ends by itself, null where it does not. */
export const chatBlock = Type.Object({
  reason: Type.Enum([
    'RESTRICTED',
    'TEMPORARILY_RESTRICTED',
    'REAL_NAME',
    'MANAGER',
    'SUBSCRIBER',
    'FOLLOWER',
    'FOLLOWING_PERIOD',
    'SLOW_MODE',
  ]),
  leftMs: orNull(count),
})
export type ChatBlock = Static<typeof chatBlock>

/** Who someone is in a channel; told to nobody but themselves. */
export const viewerStatus = Type.Object({
  channelId,
  channelName: Type.String(),
  role: userRoleCode,
  follows: Type.Boolean(),
  subscription: orNull(Type.Object({ tierNo: Type.Integer(), month: Type.Integer() })),
  chatBlock: orNull(chatBlock),
})
export type ViewerStatus = Static<typeof viewerStatus>

/** What happened in a channel's chat, as every session that is subscribed hears it. */
export const chatEntry = Type.Union([
  Type.Object({ type: Type.Literal('CHAT'), event: chatEvent }),
  Type.Object({ type: Type.Literal('DONATION'), event: donationEvent }),
  Type.Object({ type: Type.Literal('SUBSCRIPTION'), event: subscriptionEvent }),
])
export type ChatEntry = Static<typeof chatEntry>

/** What someone said was hidden: at one moment, or (null) everything so far. */
export type MessagesHidden = { senderChannelId: string; messageTime: number | null }

/**
 * What a viewer's socket tells besides chat entries. SHOWN comes first, and from then on nothing is missed. STANDING: who
 * one is here changed, and is to be read again. AGAIN: something may have been missed.
 */
export type ViewerEvent =
  | ['STATE', ChannelState]
  | ['HIDDEN', MessagesHidden]
  | ['VIEWER_STATUS', Record<string, never>]
  | ['RESYNC', Record<string, never>]
