import { errorCodes, type EventType, type Scope } from '@onair/contract'
import { Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { updateAndAwaitGateway } from './await-gateway.ts'
import { isSubscribed, refusalToUpdate, refusalToSubscribe, type Session } from './session-rules.ts'
import { insertSubscription, lockSession, deleteSubscription } from './session-store.ts'

type Subscription = { sessionKey: string; clientId: string; channelId: string; eventType: EventType }

/** Returns when the gateway has subscribed: every event published after that is delivered. */
export async function subscribeEvents(
  { sessionKey, clientId, grantId, scope, ...subscription }: Subscription & { grantId: string; scope: Scope },
  deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'random'>,
): Promise<void> {
  const update = async (tx: Tx) => {
    const session = await lockAppSession(tx, sessionKey, clientId)
    const refusal = refusalToSubscribe(session, subscription)
    if (refusal) throw toRefusal(refusal)
    if (
      !isSubscribed(session, subscription) &&
      !(await insertSubscription(tx, sessionKey, { ...subscription, grantId, scope }))
    )
      throw new Refusal('forbidden', 'SCOPE_REVOKED')
    return session.gatewayId
  }
  await updateAndAwaitGateway(sessionKey, update, deps)
}

/** Returns when the gateway has sent `unsubscribed`: no event follows it. */
export async function unsubscribeEvents(
  { sessionKey, clientId, ...subscription }: Subscription,
  deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'random'>,
): Promise<void> {
  const update = async (tx: Tx) => {
    const session = await lockAppSession(tx, sessionKey, clientId)
    const refusal = refusalToUpdate(session, subscription.channelId)
    if (refusal) throw toRefusal(refusal)
    await deleteSubscription(tx, sessionKey, subscription)
    return session.gatewayId
  }
  await updateAndAwaitGateway(sessionKey, update, deps)
}

/** The session of another application is as unknown as one that never existed. Gap 34. */
async function lockAppSession(tx: Tx, sessionKey: string, clientId: string) {
  const session = await lockSession(tx, sessionKey)
  if (session === null || session.clientId !== clientId) throw new Refusal('notFound', 'NO_SUCH_SESSION')
  return session satisfies Session
}

function toRefusal(code: NonNullable<ReturnType<typeof refusalToSubscribe>>): Refusal {
  return code === 'SESSION_OF_ANOTHER_USER'
    ? new Refusal('forbidden', code)
    : new Refusal('badInput', code, { message: errorCodes[code] })
}
