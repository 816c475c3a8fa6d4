import { limits } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { busMessage, callersTopic } from '../../shared/bus-messages.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadOrganization } from './organization-store.ts'
import { lockOwnedAppCount, updateAppOwner, type AppOwner } from './owned-app-store.ts'
import { lockAppFor } from './require-app.ts'
import { lockTeamFor } from './teams/require-team.ts'

/** Transfers an application for an owner: to a team that the person is an owner of, or with null to the person alone. */
export async function transferApp(
  { channelId, clientId, teamId }: { channelId: string; clientId: string; teamId: string | null },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  await db.transaction(async (tx, publish) => {
    // Teams before applications, as in every transaction that locks both.
    if (teamId !== null) await lockTeamFor(tx, { teamId, channelId, role: 'OWNER' })
    const app = await lockAppFor(tx, { channelId, clientId, role: 'OWNER' })
    if (app.teamId === teamId) return
    if (app.organizationId !== null && app.teamId !== null) {
      const organization = await loadOrganization(tx, app.organizationId)
      if (organization?.teamId === app.teamId) throw new Refusal('badInput', 'ORGANIZATION_OF_TEAM')
    }
    const owner = teamId === null ? { channelId } : { teamId }
    await requireFewApps(tx, owner)
    await updateAppOwner(tx, clientId, owner)
    const detail = { fromTeamId: app.teamId, teamId }
    await recordAudit(tx, clock.now(), { action: 'app.transferred', channelId, clientId, detail })
    publish(busMessage(callersTopic, { clientId, channelId: null }))
  })
}

/** Throws 403 for an owner with too many applications. Locks the number. */
export async function requireFewApps(tx: Tx, owner: AppOwner): Promise<void> {
  if ((await lockOwnedAppCount(tx, owner)) < limits.appsPerUser) return
  throw new Refusal('forbidden', errorReason('TOO_MANY_APPS', { most: limits.appsPerUser }))
}
