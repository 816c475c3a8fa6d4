import { errorCodes, scopes, session, type EventType, type Scope } from '@onair/contract'
import { defineHandler, type TokenCaller } from '../../shared/handler.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../infra/db/db.ts'
import { updateAndAwaitGateway } from './await-gateway.ts'
import { isSubscribed, refusalToUpdate, refusalToSubscribe, type Session } from './session-rules.ts'
import { insertSubscription, lockSession, deleteSubscription } from './session-store.ts'

export const subscribeChat = subscribe(session.subscribeChat, 'CHAT', scopes.chatRead)
export const unsubscribeChat = unsubscribe(session.unsubscribeChat, 'CHAT')
export const subscribeDonation = subscribe(session.subscribeDonation, 'DONATION', scopes.donationRead)
export const unsubscribeDonation = unsubscribe(session.unsubscribeDonation, 'DONATION')
export const subscribeSubscription = subscribe(session.subscribeSubscription, 'SUBSCRIPTION', scopes.subscriptionRead)
export const unsubscribeSubscription = unsubscribe(session.unsubscribeSubscription, 'SUBSCRIPTION')

/** The answer means that the gateway listens: whatever happens in the channel after it is delivered. */
function subscribe(endpoint: typeof session.subscribeChat, eventType: EventType, scope: Scope) {
  return defineHandler(endpoint, async ({ caller, parameters: { sessionKey } }, deps) => {
    const subscription = { eventType, channelId: caller.channelId }
    const update = async (tx: Tx) => {
      const session = await lockAppSession(tx, sessionKey, caller)
      const refusal = refusalToSubscribe(session, subscription)
      if (refusal) throw toRefusal(refusal)
      if (
        !isSubscribed(session, subscription) &&
        !(await insertSubscription(tx, sessionKey, { ...subscription, grantId: caller.grantId, scope }))
      )
        throw new Refusal('forbidden', 'SCOPE_REVOKED')
      return session.gatewayId
    }
    await updateAndAwaitGateway(sessionKey, update, deps)
    return null
  })
}

/** The answer means that nothing follows: `unsubscribed` was the last that the session heard of it. */
function unsubscribe(endpoint: typeof session.unsubscribeChat, eventType: EventType) {
  return defineHandler(endpoint, async ({ caller, parameters: { sessionKey } }, deps) => {
    const subscription = { eventType, channelId: caller.channelId }
    const update = async (tx: Tx) => {
      const session = await lockAppSession(tx, sessionKey, caller)
      const refusal = refusalToUpdate(session, caller.channelId)
      if (refusal) throw toRefusal(refusal)
      await deleteSubscription(tx, sessionKey, subscription)
      return session.gatewayId
    }
    await updateAndAwaitGateway(sessionKey, update, deps)
    return null
  })
}

/** Another application's session is as unknown as one that never was. Gap 34. */
async function lockAppSession(tx: Tx, sessionKey: string, caller: TokenCaller) {
  const session = await lockSession(tx, sessionKey)
  if (session === null || session.clientId !== caller.clientId) throw new Refusal('notFound', 'NO_SUCH_SESSION')
  return session satisfies Session
}

function toRefusal(code: NonNullable<ReturnType<typeof refusalToSubscribe>>): Refusal {
  return code === 'SESSION_OF_ANOTHER_USER'
    ? new Refusal('forbidden', code)
    : new Refusal('badInput', code, { message: errorCodes[code] })
}
