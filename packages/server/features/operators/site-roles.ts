import { siteRoles, type ContentOf, type consoleApi, type SiteRole } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { withDates } from '../../shared/dates.ts'
import { Refusal, errorReason } from '../../shared/refusal.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import {
  deleteSiteRole,
  deleteSiteRoleLinks,
  findSiteRoles,
  hasAccount,
  listActiveOperators,
  lockSiteRoles,
  putSiteRole,
} from './site-role-store.ts'

type ClockAndDb = Pick<Deps, 'clock' | 'db'>

/** The operators and moderators of the site, by seniority. */
export async function listSiteRoles({
  db,
}: Pick<Deps, 'db'>): Promise<ContentOf<typeof consoleApi.admin.listSiteRoles>> {
  return { data: (await findSiteRoles(db.read)).map(withDates) }
}

/** Gives a person a role in running the site, or replaces it. Idempotent. */
export async function grantSiteRole(
  { channelId, role }: { channelId: string; role: SiteRole },
  { clock, db }: ClockAndDb,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSiteRoles(tx)
    if (!(await hasAccount(tx, channelId))) throw new Refusal('notFound', errorReason('NO_SUCH_ACCOUNT', { channelId }))
    if (role !== 'OPERATOR') await requireOtherOperator(tx, channelId)
    await setRole(tx, clock.now(), { channelId, role })
  })
}

/** Removes a person's role. */
export async function revokeSiteRole(channelId: string, { clock, db }: ClockAndDb): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSiteRoles(tx)
    await requireOtherOperator(tx, channelId)
    if (!(await deleteSiteRole(tx, channelId))) throw new Refusal('notFound', 'NO_SITE_ROLE')
    await recordAudit(tx, clock.now(), { action: 'site_role.revoked', channelId })
  })
}

/** Removes the role that another person may have had in an account, and all links, which that person may have made. */
export async function endSiteRole(tx: Tx, now: number, channelId: string): Promise<boolean> {
  if (!(await deleteSiteRole(tx, channelId))) return false
  await deleteSiteRoleLinks(tx, siteRoles)
  await recordAudit(tx, now, { action: 'site_role.revoked', channelId, personId: channelId })
  return true
}

/** An operator of a site that had no active one ends the links for others, such as the one that the start printed into its log. */
export async function setRole(tx: Tx, now: number, { channelId, role }: { channelId: string; role: SiteRole }) {
  if (role === 'OPERATOR' && (await listActiveOperators(tx)).length === 0) await deleteSiteRoleLinks(tx, ['OPERATOR'])
  await putSiteRole(tx, { channel_id: channelId, role, granted_at: now })
  await recordAudit(tx, now, { action: 'site_role.granted', channelId, detail: { role } })
}

/** Throws when the person is the only operator: a site without one could be run from its machine alone. */
async function requireOtherOperator(tx: Tx, channelId: string): Promise<void> {
  const operators = await listActiveOperators(tx)
  if (operators.length === 1 && operators[0] === channelId) throw new Refusal('badInput', 'LAST_OPERATOR')
}
