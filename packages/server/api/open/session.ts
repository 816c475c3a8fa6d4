import { scopes, type EventType, type openApi, type Scope } from '@onair/contract'
import { listSessions } from '../../features/sessions/list-sessions.ts'
import { issueSessionUrl } from '../../features/sessions/issue-session-url.ts'
import { subscribeEvents, unsubscribeEvents } from '../../features/sessions/subscribe-events.ts'
import type { Handler, Handlers } from '../pipeline/handler.ts'

export const session: Handlers<typeof openApi.session> = {
  async openClientSession({ caller: { clientId } }, deps) {
    return { url: await issueSessionUrl({ clientId, ownerChannelId: null }, deps) }
  },

  async openUserSession({ caller: { clientId, channelId } }, deps) {
    return { url: await issueSessionUrl({ clientId, ownerChannelId: channelId }, deps) }
  },

  async listClientSessions({ caller: { clientId }, query }, deps) {
    return listSessions({ clientId, ownerChannelId: null }, query, deps)
  },

  /** The sessions that other applications opened for the user are not listed. Gap 37. */
  async listUserSessions({ caller: { clientId, channelId }, query }, deps) {
    return listSessions({ clientId, ownerChannelId: channelId }, query, deps)
  },

  subscribeChat: subscribe('CHAT', scopes.chatRead),
  unsubscribeChat: unsubscribe('CHAT'),
  subscribeDonation: subscribe('DONATION', scopes.donationRead),
  unsubscribeDonation: unsubscribe('DONATION'),
  subscribeSubscription: subscribe('SUBSCRIPTION', scopes.subscriptionRead),
  unsubscribeSubscription: unsubscribe('SUBSCRIPTION'),
}

function subscribe(eventType: EventType, scope: Scope): Handler<typeof openApi.session.subscribeChat> {
  return async ({ caller: { clientId, channelId, grantId }, parameters: { sessionKey } }, deps) => {
    await subscribeEvents({ sessionKey, clientId, channelId, grantId, eventType, scope }, deps)
    return null
  }
}

function unsubscribe(eventType: EventType): Handler<typeof openApi.session.unsubscribeChat> {
  return async ({ caller: { clientId, channelId }, parameters: { sessionKey } }, deps) => {
    await unsubscribeEvents({ sessionKey, clientId, channelId, eventType }, deps)
    return null
  }
}
