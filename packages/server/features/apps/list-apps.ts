import { limits, type consoleApi, type ContentOf, type QueryOf } from '@onair/contract'
import { utcSecond, utcSecondOrNull } from '../../shared/dates.ts'
import { compose } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import { daysLeft } from './idle-rules.ts'
import { countOwnedApps, listOwnedApps } from './owned-app-store.ts'

/**
 * A page of a person's applications. A page beyond the end is empty. Pages have numbers: a cursor would skip applications
 * that are used while a person reads the list by last use.
 */
export async function listApps(
  channelId: string,
  {
    name,
    hasDropsScope,
    sort = 'registered',
    page = 0,
    size = limits.appListSize,
  }: QueryOf<typeof consoleApi.apps.listApps>,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.apps.listApps>> {
  const filters = { channelId, name: name === undefined ? undefined : compose(name).trim(), hasDropsScope }
  const totalCount = await countOwnedApps(db.read, filters)
  const apps = await listOwnedApps(db.read, filters, { sort, offset: page * size, size, now: clock.now() })
  return {
    page,
    totalCount,
    totalPages: Math.ceil(totalCount / size),
    data: apps.map(({ clientId, name, createdAt, lastUsedAt, idleMs, hasDropsScope, connectedSessions, webhook }) => ({
      clientId,
      name,
      createdDate: utcSecond(createdAt),
      lastUsedDate: utcSecondOrNull(lastUsedAt),
      daysLeft: daysLeft(idleMs),
      hasDropsScope,
      connectedSessions,
      webhook: webhook && { status: webhook.status, failingSinceDate: utcSecondOrNull(webhook.failingSince) },
    })),
  }
}
