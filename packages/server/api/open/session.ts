import { scopes, type EventType, type openApi, type Scope } from '@onair/contract'
import { listSessions } from '../../features/sessions/list-sessions.ts'
import { issueSessionUrl } from '../../features/sessions/issue-session-url.ts'
import { subscribeEvents, unsubscribeEvents } from '../../features/sessions/subscribe-events.ts'
import type { Handler, Handlers } from '../pipeline/handler.ts'

export const session: Handlers<typeof openApi.session> = {
  openClientSession: async ({ caller: { clientId } }, deps) => ({
    url: await issueSessionUrl({ clientId, ownerChannelId: null }, deps),
  }),
  openUserSession: async ({ caller: { clientId, channelId } }, deps) => ({
    url: await issueSessionUrl({ clientId, ownerChannelId: channelId }, deps),
  }),
  listClientSessions: ({ caller: { clientId }, query }, deps) =>
    listSessions({ clientId, ownerChannelId: null }, query, deps),

  /** The sessions that other applications opened for the user are not listed. Gap 37. */
  listUserSessions: ({ caller: { clientId, channelId }, query }, deps) =>
    listSessions({ clientId, ownerChannelId: channelId }, query, deps),

  subscribeChat: subscribe('CHAT', scopes.chatRead),
  unsubscribeChat: unsubscribe('CHAT'),
  subscribeDonation: subscribe('DONATION', scopes.donationRead),
  unsubscribeDonation: unsubscribe('DONATION'),
  subscribeSubscription: subscribe('SUBSCRIPTION', scopes.subscriptionRead),
  unsubscribeSubscription: unsubscribe('SUBSCRIPTION'),
}

function subscribe(eventType: EventType, scope: Scope): Handler<typeof openApi.session.subscribeChat> {
  return ({ caller: { clientId, channelId, grantId }, parameters: { sessionKey } }, deps) =>
    subscribeEvents({ sessionKey, clientId, channelId, grantId, eventType, scope }, deps)
}

function unsubscribe(eventType: EventType): Handler<typeof openApi.session.unsubscribeChat> {
  return ({ caller: { clientId, channelId }, parameters: { sessionKey } }, deps) =>
    unsubscribeEvents({ sessionKey, clientId, channelId, eventType }, deps)
}
