import { limits, type consoleApi, type ContentOf, type QueryOf } from '@onair/contract'
import { utcSecond, utcSecondOrNull } from '../../shared/dates.ts'
import { compose } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import { daysLeft } from './idle-rules.ts'
import { countOwnedApps, listOwnedApps, teamOf } from './owned-app-store.ts'

/**
 * A page of the applications of a person and of their teams. A page beyond the end is empty. Pages have numbers: a cursor would skip applications
 * that are used while a person reads the list by last use.
 */
export async function listApps(
  channelId: string,
  {
    name,
    hasDropsScope,
    owner,
    sort = 'registered',
    page = 0,
    size = limits.appListSize,
  }: QueryOf<typeof consoleApi.apps.listApps>,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.apps.listApps>> {
  const filters = { channelId, name: name === undefined ? undefined : compose(name).trim(), hasDropsScope, owner }
  const totalCount = await countOwnedApps(db.read, filters)
  const apps = await listOwnedApps(db.read, filters, { sort, offset: page * size, size, now: clock.now() })
  return {
    page,
    totalCount,
    totalPages: Math.ceil(totalCount / size),
    data: apps.map(({ webhook, ...app }) => ({
      clientId: app.clientId,
      name: app.name,
      role: app.role,
      team: teamOf(app),
      createdDate: utcSecond(app.createdAt),
      lastUsedDate: utcSecondOrNull(app.lastUsedAt),
      daysLeft: daysLeft(app.idleMs),
      hasDropsScope: app.hasDropsScope,
      connectedSessions: app.connectedSessions,
      webhook: webhook && { status: webhook.status, failingSinceDate: utcSecondOrNull(webhook.failingSince) },
    })),
  }
}
