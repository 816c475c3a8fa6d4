import { errorCodes, type EventType, type Scope } from '@onair/contract'
import { Refusal, errorReason } from '../../shared/refusal.ts'
import type { Tx, Publish } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { isSubscribed, refusalToUpdate, refusalToSubscribe, type Session } from './session-rules.ts'
import { insertSubscription, lockSession, deleteSubscription } from './session-store.ts'
import { gatewayTopic, subscribe, syncResultTopic, busMessage, type SyncResult } from '../../shared/bus-messages.ts'

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
  if (code === 'SESSION_OF_ANOTHER_USER') return new Refusal('forbidden', code)
  // Only the limits have messages of their own. Gap 35.
  return new Refusal('badInput', code, code === 'SESSION_FULL' ? { message: errorCodes[code] } : {})
}

const replyTimeoutMs = 2_500

/**
 * Updates the subscriptions of a session, and returns when the session's gateway has applied the
 * update. `update` returns the id of that gateway. Throws a refusal with 503 when the gateway does not
 * confirm in time. The update may be committed then, and is safe to retry.
 */
async function updateAndAwaitGateway(
  sessionKey: string,
  update: (tx: Tx) => Promise<string | null>,
  { bus, clock, db, random }: Pick<Deps, 'bus' | 'clock' | 'db' | 'random'>,
): Promise<void> {
  const replyTo = random.uuid()
  const { promise: reply, resolve } = Promise.withResolvers<SyncResult['result'] | 'timeout'>()
  await using _ = await subscribe(bus, syncResultTopic(replyTo), ({ result }) => resolve(result)).catch(
    (error: unknown) => {
      throw new Refusal('unavailable', errorReason('GATEWAY_NO_RESPONSE', { problem: String(error) }), {
        retryAfterSec: 1,
      })
    },
  )
  await db.transaction(async (tx, publish) => publishSync(publish, await update(tx), sessionKey, replyTo))

  using _timeout = clock.after(replyTimeoutMs, () => resolve('timeout'))
  const result = await reply
  if (result === 'not connected') throw new Refusal('badInput', 'SESSION_NOT_CONNECTED')
  if (result !== 'synced')
    throw new Refusal('unavailable', errorReason('GATEWAY_NO_RESPONSE', { problem: result }), { retryAfterSec: 1 })
}

function publishSync(publish: Publish, gatewayId: string | null, sessionKey: string, replyTo: string) {
  if (gatewayId === null) throw new Error('a connected session must have a gateway')
  publish(busMessage(gatewayTopic(gatewayId), { type: 'sync', sessionKeys: [sessionKey], replyTo }))
}
