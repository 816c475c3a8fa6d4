import { limits } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { busMessage, callersTopic } from '../../shared/bus-messages.ts'
import { errorReason, reasonForField, Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockSiteApp } from './moderate/site-app-store.ts'
import { accountExists, loadOrganization } from './organization-store.ts'
import { lockOwnedAppCount, updateAppOwner, type AppOwner } from './owned-app-store.ts'
import { lockAppFor } from './require-app.ts'
import { lockTeamFor } from './teams/require-team.ts'
import { lockTeam } from './teams/team-store.ts'

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
    await moveApp(tx, {
      clientId,
      channelId,
      app,
      owner: teamId === null ? { channelId } : { teamId },
      now: clock.now(),
    })
    publish(busMessage(callersTopic, { clientId, channelId: null }))
  })
}

/** Transfers an application for the people who run the site, to any person or team. */
export async function transferSiteApp(
  { clientId, owner }: { clientId: string; owner: AppOwner },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  await db.transaction(async (tx, publish) => {
    const [teamId, channelId] = 'teamId' in owner ? [owner.teamId, null] : [null, owner.channelId]
    if (teamId !== null && (await lockTeam(tx, teamId)) === null) throw new Refusal('notFound', 'NOT_YOUR_TEAM')
    if (channelId !== null && !(await accountExists(tx, channelId)))
      throw new Refusal('notFound', errorReason('NO_SUCH_ACCOUNT', { channelId }))
    const app = await lockSiteApp(tx, clientId)
    if (app === null) throw new Refusal('notFound', reasonForField('clientId', 'NO_SUCH_APP'))
    if (app.teamId === teamId && app.channelId === channelId) return
    await moveApp(tx, { clientId, channelId: channelId ?? app.channelId, app, owner, now: clock.now() })
    publish(busMessage(callersTopic, { clientId, channelId: null }))
  })
}

type Move = {
  clientId: string
  channelId: string | null
  app: { teamId: string | null; organizationId: string | null }
  owner: AppOwner
  now: number
}

/** Moves a locked application. `channelId`: the person whom the audit log names. */
async function moveApp(tx: Tx, { clientId, channelId, app, owner, now }: Move): Promise<void> {
  if (app.organizationId !== null && app.teamId !== null) {
    const organization = await loadOrganization(tx, app.organizationId)
    if (organization?.teamId === app.teamId) throw new Refusal('badInput', 'ORGANIZATION_OF_TEAM')
  }
  await requireFewApps(tx, owner)
  await updateAppOwner(tx, clientId, owner)
  const detail = { fromTeamId: app.teamId, teamId: 'teamId' in owner ? owner.teamId : null }
  await recordAudit(tx, now, { action: 'app.transferred', channelId, clientId, detail })
}

/** Throws 403 for an owner with too many applications. Locks the number. */
export async function requireFewApps(tx: Tx, owner: AppOwner): Promise<void> {
  if ((await lockOwnedAppCount(tx, owner)) < limits.appsPerUser) return
  throw new Refusal('forbidden', errorReason('TOO_MANY_APPS', { most: limits.appsPerUser }))
}
