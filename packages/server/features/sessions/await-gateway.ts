import { errorCodes } from '@onair/contract'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import { gatewayTopic, subscribe, syncResultTopic, busMessage, type SyncResult } from '../../shared/bus-messages.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'

const replyTimeoutMs = 2_500

/**
 * Updates the subscriptions of a session, and returns when the session's gateway has applied the
 * update. `update` returns the id of that gateway. Throws a refusal with 503 when the gateway does not
 * confirm in time. The update may be committed then, and is safe to retry.
 */
export async function updateAndAwaitGateway(
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
  if (result === 'not connected') throw new Refusal('badInput', notConnected, { message: errorCodes[notConnected] })
  if (result !== 'synced')
    throw new Refusal('unavailable', errorReason('GATEWAY_NO_RESPONSE', { problem: result }), { retryAfterSec: 1 })
}

const notConnected = 'SESSION_NOT_CONNECTED'

function publishSync(publish: Publish, gatewayId: string | null, sessionKey: string, replyTo: string) {
  if (gatewayId === null) throw new Error('a connected session must have a gateway')
  publish(busMessage(gatewayTopic(gatewayId), { type: 'sync', sessionKeys: [sessionKey], replyTo }))
}
