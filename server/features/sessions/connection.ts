import type { WireProfile } from '@onair/contract'
import { hashOf } from '../../kit/secrets.ts'
import type { World } from '../../world/world.ts'
import { markConnected } from './session-store.ts'

export type Admission = { sessionKey: string; wireProfile: WireProfile }

/** Uses a session URL's ticket up for a gateway. Null when it is unknown, used or expired. */
export async function connectSession(
  ticket: string,
  gatewayId: string,
  { clock, config, db }: Pick<World, 'clock' | 'config' | 'db'>,
): Promise<Admission | null> {
  const now = clock.now()
  const row = await db.change((tx) => markConnected(tx, hashOf(ticket), gatewayId, now))
  if (row === null) return null
  return { sessionKey: row.key, wireProfile: (row.wire_profile as WireProfile | null) ?? config.wireProfile }
}
