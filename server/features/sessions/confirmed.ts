import { reasons } from '@onair/contract'
import { because, Refusal } from '../../kit/refusal.ts'
import { gatewayTopic, listen, lookedTopic, signal, type SessionLooked } from '../../kit/signals.ts'
import type { Tell, Tx } from '../../world/db/db.ts'
import type { World } from '../../world/world.ts'

const answeredWithinMs = 2_500

/**
 * Changes the subscriptions of a session, and returns when the gateway that holds its socket has done the same. `change`
 * answers that gateway. Refused as unavailable when the gateway does not say so in time: the change may hold all the
 * same, and asking for it again does no harm.
 */
export async function confirmed(
  sessionKey: string,
  change: (tx: Tx) => Promise<string | null>,
  { bus, clock, db, random }: Pick<World, 'bus' | 'clock' | 'db' | 'random'>,
): Promise<void> {
  const answerTo = random.uuid()
  const { promise: answer, resolve } = Promise.withResolvers<SessionLooked['result'] | 'late'>()
  await using _ = await listen(bus, lookedTopic(answerTo), ({ result }) => resolve(result)).catch((error: unknown) => {
    throw new Refusal('unavailable', because('GATEWAY_SILENT', { problem: String(error) }), { retryAfterSec: 1 })
  })
  await db.change(async (tx, tell) => askToLook(tell, await change(tx), sessionKey, answerTo))

  using _late = clock.after(answeredWithinMs, () => resolve('late'))
  const result = await answer
  if (result === 'gone') throw new Refusal('badInput', notConnected, { message: reasons[notConnected] })
  if (result !== 'whole')
    throw new Refusal('unavailable', because('GATEWAY_SILENT', { problem: result }), { retryAfterSec: 1 })
}

const notConnected = 'SESSION_NOT_CONNECTED'

function askToLook(tell: Tell, gatewayId: string | null, sessionKey: string, answerTo: string) {
  if (gatewayId === null) throw new Error('a connected session has a gateway')
  tell(signal(gatewayTopic(gatewayId), { act: 'look', sessionKeys: [sessionKey], answerTo }))
}
