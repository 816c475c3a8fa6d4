import type { TSchema } from 'typebox'
import { chatEvent, donationEvent, subscriptionEvent, systemMessage } from '../index.ts'

/** Messages of a session, by event name on the socket. */
export const sessionMessages = {
  SYSTEM: {
    payload: systemMessage,
    title: 'The session is connected, or a subscription started, ended or was revoked',
    description: [
      '`connected` is the first message of every session; its `sessionKey` is what the subscribe operations ask for.',
      '`subscribed` comes before the first event of that subscription, and nothing of it comes after `unsubscribed`',
      'or `revoked` (the user withdrew consent, or the application lost the permission).',
    ].join(' '),
  },
  CHAT: { payload: chatEvent, title: 'A chat was written in a subscribed channel' },
  DONATION: { payload: donationEvent, title: 'A donation was made to a subscribed channel' },
  SUBSCRIPTION: { payload: subscriptionEvent, title: 'Someone subscribed to a subscribed channel' },
} as const satisfies Record<string, { payload: TSchema; title: string; description?: string }>
