import type { Static } from 'typebox'
import { languages } from './languages.ts'
import { limits } from './limits.ts'
import { scopes, type Scope } from './scopes.ts'
import { Type } from './type.ts'
import type { OverlayKind } from './overlay-kinds.ts'

/** The scopes with which the token of an overlay may read its channel. */
export const overlayScopes: Readonly<Record<OverlayKind, readonly Scope[]>> = {
  chat: [scopes.chatRead],
  alerts: [scopes.donationRead, scopes.subscriptionRead],
  goal: [scopes.donationRead, scopes.subscriptionRead],
  events: [scopes.donationRead, scopes.subscriptionRead],
  poll: [scopes.chatRead],
}

const maxWon = 1_000_000_000
const color = Type.String({ pattern: '^#[0-9a-f]{6}$' })
const fontSize = Type.Integer({ minimum: 10, maximum: 72, description: 'In pixels' })
const percent = Type.Integer({ minimum: 0, maximum: 100 })
const won = Type.Integer({ minimum: 0, maximum: maxWon })
const look = { fontSize, textColor: color, backgroundColor: color, backgroundOpacity: percent }
const paymentFilter = {
  hasDonations: Type.Boolean(),
  hasSubscriptions: Type.Boolean(),
  minAmount: Type.Integer({ minimum: 0, maximum: maxWon, description: 'Smaller donations are not shown; in won' }),
}
const alertText = Type.String({ maxLength: 100, description: 'Empty: the standard text' })
const language = Type.Union([Type.Enum([...languages]), Type.Null()], {
  description: 'The language of the standard texts. Null: that of the browser source',
})

export const overlaySettings = {
  chat: Type.Object({
    ...look,
    maxMessages: Type.Integer({ minimum: 1, maximum: 50 }),
    fadeSec: Type.Integer({ minimum: 0, maximum: 600, description: 'A message disappears after this time; 0: never' }),
    hasBadges: Type.Boolean(),
    hidesCommands: Type.Boolean({ description: 'Messages that begin with `!` are not shown' }),
    hiddenNames: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
      maxItems: 20,
      description: 'Messages of these people, such as bots, are not shown',
    }),
  }),
  alerts: Type.Object({
    ...look,
    ...paymentFilter,
    accentColor: color,
    language,
    donationText: alertText,
    subscriptionText: alertText,
    hasFollows: Type.Boolean(),
    followText: alertText,
    hasMessage: Type.Boolean({ description: 'Shows the text of the donation' }),
    durationSec: Type.Integer({ minimum: 2, maximum: 30 }),
    volume: Type.Integer({ minimum: 0, maximum: 100, description: 'Of the sound; 0: none' }),
  }),
  goal: Type.Object({
    ...look,
    accentColor: color,
    language,
    counts: Type.Enum(['DONATIONS', 'SUBSCRIPTIONS'], { description: 'Won, or new and renewed subscriptions' }),
    title: Type.String({ maxLength: 50 }),
    target: Type.Integer({ minimum: 1, maximum: maxWon }),
    start: won,
  }),
  events: Type.Object({
    ...look,
    ...paymentFilter,
    accentColor: color,
    language,
    length: Type.Integer({ minimum: 1, maximum: limits.overlayEvents }),
  }),
  poll: Type.Object({
    ...look,
    accentColor: color,
    language,
    hasResult: Type.Boolean({ description: 'Shows the result of a poll' }),
  }),
}
export type OverlaySettings = { [Kind in OverlayKind]: Static<(typeof overlaySettings)[Kind]> }

const light = { textColor: '#ffffff', backgroundColor: '#14151a', accentColor: '#7c5cff' }
const { accentColor: _, ...lightText } = light

export const overlayDefaults: OverlaySettings = {
  chat: {
    ...lightText,
    fontSize: 20,
    backgroundOpacity: 70,
    maxMessages: 12,
    fadeSec: 0,
    hasBadges: true,
    hidesCommands: true,
    hiddenNames: [],
  },
  alerts: {
    ...light,
    fontSize: 28,
    backgroundOpacity: 85,
    hasDonations: true,
    hasSubscriptions: true,
    minAmount: 0,
    language: null,
    donationText: '',
    subscriptionText: '',
    hasFollows: true,
    followText: '',
    hasMessage: true,
    durationSec: 6,
    volume: 40,
  },
  goal: {
    ...light,
    fontSize: 20,
    backgroundOpacity: 70,
    language: null,
    counts: 'DONATIONS',
    title: '',
    target: 100_000,
    start: 0,
  },
  events: {
    ...light,
    fontSize: 18,
    backgroundOpacity: 70,
    hasDonations: true,
    hasSubscriptions: true,
    minAmount: 0,
    language: null,
    length: 5,
  },
  poll: { ...light, fontSize: 20, backgroundOpacity: 80, language: null, hasResult: true },
}
