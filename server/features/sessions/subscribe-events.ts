import { reasons, scopes, session, type EventType, type Scope } from '@onair/contract'
import { handle, type TokenCaller } from '../../kit/handle.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Tx } from '../../world/db/db.ts'
import { confirmed } from './confirmed.ts'
import { isSubscribed, refusalToChange, refusalToSubscribe, type Session } from './session-rules.ts'
import { insertSubscription, lockSession, removeSubscription } from './session-store.ts'

export const subscribeChat = subscribe(session.subscribeChat, 'CHAT', scopes.chatRead)
export const unsubscribeChat = unsubscribe(session.unsubscribeChat, 'CHAT')
export const subscribeDonation = subscribe(session.subscribeDonation, 'DONATION', scopes.donationRead)
export const unsubscribeDonation = unsubscribe(session.unsubscribeDonation, 'DONATION')
export const subscribeSubscription = subscribe(session.subscribeSubscription, 'SUBSCRIPTION', scopes.subscriptionRead)
export const unsubscribeSubscription = unsubscribe(session.unsubscribeSubscription, 'SUBSCRIPTION')

/** The answer means that the gateway listens: whatever happens in the channel after it is delivered. */
function subscribe(endpoint: typeof session.subscribeChat, eventType: EventType, scope: Scope) {
  return handle(endpoint, async ({ caller, parameters: { sessionKey } }, world) => {
    const wanted = { eventType, channelId: caller.channelId }
    const change = async (tx: Tx) => {
      const held = await heldSession(tx, sessionKey, caller)
      const refusal = refusalToSubscribe(held, wanted)
      if (refusal) throw refused(refusal)
      if (
        !isSubscribed(held, wanted) &&
        !(await insertSubscription(tx, sessionKey, { ...wanted, grantId: caller.grantId, scope }))
      )
        throw new Refusal('forbidden', 'SCOPE_TAKEN_AWAY')
      return held.gatewayId
    }
    await confirmed(sessionKey, change, world)
    return null
  })
}

/** The answer means that nothing follows: `unsubscribed` was the last that the session heard of it. */
function unsubscribe(endpoint: typeof session.unsubscribeChat, eventType: EventType) {
  return handle(endpoint, async ({ caller, parameters: { sessionKey } }, world) => {
    const unwanted = { eventType, channelId: caller.channelId }
    const change = async (tx: Tx) => {
      const held = await heldSession(tx, sessionKey, caller)
      const refusal = refusalToChange(held, caller.channelId)
      if (refusal) throw refused(refusal)
      await removeSubscription(tx, sessionKey, unwanted)
      return held.gatewayId
    }
    await confirmed(sessionKey, change, world)
    return null
  })
}

/** Another application's session is as unknown as one that never was. Gap 34. */
async function heldSession(tx: Tx, sessionKey: string, caller: TokenCaller) {
  const held = await lockSession(tx, sessionKey)
  if (held === null || held.clientId !== caller.clientId) throw new Refusal('notFound', 'NO_SUCH_SESSION')
  return held satisfies Session
}

function refused(refusal: NonNullable<ReturnType<typeof refusalToSubscribe>>): Refusal {
  return refusal === 'SESSION_OF_ANOTHER_USER'
    ? new Refusal('forbidden', refusal)
    : new Refusal('badInput', refusal, { message: reasons[refusal] })
}
