import { hasSiteRole, type Endpoint } from '@onair/contract'
import { requireSecondFactor } from '../../features/accounts/second-factor/require-second-factor.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import type { Caller } from '../../shared/callers/caller.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'

type Input = { pathParams?: unknown; query?: unknown }

/**
 * Throws 403 when the caller lacks the role in running the site that the endpoint requires, or on a site has proven no
 * second factor in this session: a stolen password or session alone does not open the operator's area.
 */
export async function requireSiteRole(
  { needsSiteRole: role }: Endpoint,
  caller: Caller,
  { db, policy }: Pick<Deps, 'db' | 'policy'>,
): Promise<void> {
  if (role === undefined) return
  if (caller.kind !== 'webSession' || !hasSiteRole(caller.siteRole, role))
    throw new Refusal('forbidden', errorReason('SITE_ROLE_MISSING', { role }))
  if (!policy.operatorsNeedSecondFactor || caller.hasSecondFactor) return
  await requireSecondFactor(db.read, caller)
  throw new Refusal('forbidden', 'SECOND_FACTOR_MISSING')
}

/** Records what a person with a role in running the site reads, and about whom. A text that is searched may be a name or an address: it is left out. */
export async function recordSiteRead(
  { path }: Endpoint,
  { pathParams, query }: Input,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const { channelId, ...params } = { ...(pathParams as object | undefined) } as Record<string, string>
  const filters = Object.entries({ ...(query as Record<string, string> | undefined) }).flatMap(([name, value]) =>
    name === 'next' ? [] : [name === 'search' ? name : `${name}=${value}`],
  )
  const detail = {
    path: path.replace(/^\/console\/v1\/(admin\/)?/, ''),
    ...params,
    ...(filters.length > 0 && { filters }),
  }
  await db.transaction((tx) =>
    recordAudit(tx, clock.now(), { action: 'site.read', channelId: channelId ?? null, detail }),
  )
}
