import type { Endpoint } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import type { Deps } from '../../infra/deps.ts'

type Input = { pathParams?: unknown; query?: unknown }

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
  const detail = { path: path.replace('/console/v1/admin/', ''), ...params, ...(filters.length > 0 && { filters }) }
  await db.transaction((tx) =>
    recordAudit(tx, clock.now(), { action: 'site.read', channelId: channelId ?? null, detail }),
  )
}
