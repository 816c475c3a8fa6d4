import type { SiteRole } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { Refusal } from '../../shared/refusal.ts'
import { hashSecret, isIssuedCredential, newCredential } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'
import { setRole } from './site-roles.ts'
import {
  hasOperatorLink,
  insertSiteRoleLink,
  listActiveOperators,
  lockSiteRoles,
  takeSiteRoleLink,
} from './site-role-store.ts'

const lifetimeMs = 86_400_000

type LinkDeps = Pick<Deps, 'clock' | 'dataKey' | 'db' | 'random'>

/**
 * The path of a one-time link, valid for a day, by which the person who opens it first takes the role. The token is not
 * stored.
 */
export async function createSiteRoleLink(role: SiteRole, deps: LinkDeps): Promise<string> {
  const token = newCredential(deps)
  const { clock, db } = deps
  await db.transaction(async (tx) => {
    const link = { token_hash: hashSecret(token), role, expires_at: clock.monotonicNow() + lifetimeMs }
    await insertSiteRoleLink(tx, link, clock.monotonicNow())
    await recordAudit(tx, clock.now(), { action: 'site_role.link_created', detail: { role } })
  })
  return linkPath(token)
}

/** The path of the link for the first operator. Null while the site has an operator, or a link that can be used. */
export async function createFirstOperatorLink(deps: LinkDeps): Promise<string | null> {
  const { clock, db } = deps
  const token = newCredential(deps)
  const isCreated = await db.transaction(async (tx) => {
    await lockSiteRoles(tx)
    if ((await listActiveOperators(tx)).length > 0 || (await hasOperatorLink(tx, clock.monotonicNow()))) return false
    const link = {
      token_hash: hashSecret(token),
      role: 'OPERATOR',
      expires_at: clock.monotonicNow() + lifetimeMs,
    } as const
    await insertSiteRoleLink(tx, link, clock.monotonicNow())
    await recordAudit(tx, clock.now(), { action: 'site_role.link_created', detail: { role: link.role } })
    return true
  })
  return isCreated ? linkPath(token) : null
}

/** Gives the person the role of a link, which ends. A moderator's link does not lower an operator. */
export async function acceptSiteRole(
  { channelId, siteRole, token }: { channelId: string; siteRole: SiteRole | null; token: string },
  { clock, dataKey, db }: Pick<Deps, 'clock' | 'dataKey' | 'db'>,
): Promise<{ role: SiteRole }> {
  if (!isIssuedCredential(token, dataKey)) throw new Refusal('badInput', 'SITE_LINK_ENDED')
  return db.transaction(async (tx) => {
    await lockSiteRoles(tx)
    const role = await takeSiteRoleLink(tx, hashSecret(token), clock.monotonicNow())
    if (role === null) throw new Refusal('badInput', 'SITE_LINK_ENDED')
    if (siteRole === 'OPERATOR') return { role: siteRole }
    await setRole(tx, clock.now(), { channelId, role })
    return { role }
  })
}

/** The token is in the fragment, which browsers do not send. */
function linkPath(token: string): string {
  return `/admin/join#${token}`
}
