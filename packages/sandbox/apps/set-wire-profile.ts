import type { WireProfile } from '@onair/contract'
import { recordAudit } from '@onair/server/shared/audit-store.ts'
import { busMessage, callersTopic } from '@onair/server/shared/bus-messages.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { updateAppRow } from '@onair/server/features/apps/owned-app-store.ts'
import { requireApp } from '@onair/server/features/apps/require-app.ts'

/** Sets the wire profile of an application for whoever may change all of them. Its connected sessions keep theirs. */
export async function setWireProfile(
  clientId: string,
  wireProfile: WireProfile,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  await requireApp(clientId, { db })
  await db.transaction(async (tx, publish) => {
    await updateAppRow(tx, clientId, { wire_profile: wireProfile })
    await recordAudit(tx, clock.now(), { action: 'app.updated', clientId, detail: { wire_profile: wireProfile } })
    publish(busMessage(callersTopic, { clientId, channelId: null }))
  })
}
