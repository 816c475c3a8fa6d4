import { Type } from '../type.ts'
import { endpoint } from '../endpoint.ts'
import { subscribedEvent } from '../events.ts'
import { limits } from '../limits.ts'
import { displayDateOf, pagedList } from '../resources.ts'
import { scopes, type Scope } from '../scopes.ts'

const sessionUrl = Type.Object({
  url: Type.String({ description: `Connect to it once, within ${limits.sessionUrlSec} seconds` }),
})

/** The specification does not say where `sessionKey` is sent: query, JSON body and form are accepted. Gap 33. */
const parameters = Type.Object({
  sessionKey: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The id of the session, from its message `connected`',
  }),
})

export const openClientSession = endpoint({
  method: 'GET',
  path: '/open/v1/sessions/auth/client',
  summary: 'Create a URL for a session of the application',
  auth: { kind: 'client', scope: null },
  errors: {
    badInput:
      'the application has 10 sessions that are connected or have an unused URL; the message is then `no more than 10 sessions at once for this client`',
  },
  isSecret: true,
  content: sessionUrl,
})

export const openUserSession = endpoint({
  method: 'GET',
  path: '/open/v1/sessions/auth',
  summary: 'Create a URL for a session of the user',
  auth: { kind: 'token', scope: null },
  errors: {
    badInput:
      'the user has 3 sessions that are connected or have an unused URL; the message is then `no more than 3 sessions at once for this user`',
  },
  isSecret: true,
  content: sessionUrl,
})

/** Newest first. Disconnected sessions are listed for 90 days. Gap 37. */
const sessionList = {
  query: Type.Object({
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limits.sessionListSizeMax, description: 'Entries per page' }),
    ),
    page: Type.Optional(Type.String({ pattern: '^\\d{1,6}$', description: 'Page number, from 0' })),
  }),
  content: pagedList(
    Type.Object({
      sessionKey: Type.String({ description: 'The id of the session, for the subscribe operations' }),
      connectedDate: displayDateOf('When the session was connected'),
      disconnectedDate: Type.Optional(
        displayDateOf('When the session was disconnected', '; missing while it is connected'),
      ),
      subscribedEvents: Type.Array(subscribedEvent, { description: 'The subscriptions of the session' }),
    }),
  ),
}

export const listClientSessions = endpoint({
  method: 'GET',
  path: '/open/v1/sessions/client',
  summary: 'List the sessions of the application',
  auth: { kind: 'client', scope: null },
  ...sessionList,
})

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/open/v1/sessions',
  aliases: ['/open/v1/sessions/user'],
  summary: 'List the sessions of the user in this application',
  auth: { kind: 'token', scope: null },
  ...sessionList,
})

export const subscribeChat = subscribe('chat', scopes.chatRead)
export const unsubscribeChat = unsubscribe('chat')
export const subscribeDonation = subscribe('donation', scopes.donationRead)
export const unsubscribeDonation = unsubscribe('donation')
export const subscribeSubscription = subscribe('subscription', scopes.subscriptionRead)
export const unsubscribeSubscription = unsubscribe('subscription')

function subscribe(name: string, scope: Scope) {
  return endpoint({
    method: 'POST',
    path: `/open/v1/sessions/events/subscribe/${name}`,
    summary: `Subscribe a connected session to the ${name} events of the user's channel`,
    auth: { kind: 'token', scope },
    parameters,
    errors: {
      forbidden: 'also when the session belongs to another user',
      badInput: 'also when the session is not connected, or has 30 subscriptions',
      notFound: 'no such session of this application',
    },
    content: Type.Null(),
  })
}

function unsubscribe(name: string) {
  return endpoint({
    method: 'POST',
    path: `/open/v1/sessions/events/unsubscribe/${name}`,
    summary: `Unsubscribe a session from the ${name} events of the user's channel`,
    auth: { kind: 'token', scope: null },
    parameters,
    errors: {
      forbidden: 'the session belongs to another user',
      badInput: 'also when the session is not connected',
      notFound: 'no such session of this application',
    },
    content: Type.Null(),
  })
}
