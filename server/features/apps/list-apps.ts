import type { consoleApi, ContentOf } from '@onair/contract'
import { utcSecond, utcSecondOrNull } from '../../shared/dates.ts'
import type { Deps } from '../../infra/deps.ts'
import { daysLeft } from './idle-rules.ts'
import { listOwnedApps } from './owned-app-store.ts'

/** Newest first. */
export async function listApps(
  channelId: string,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.apps.listApps>> {
  const apps = await listOwnedApps(db.read, channelId, clock.now())
  return {
    data: apps.map(({ clientId, name, createdAt, lastUsedAt, idleMs, hasDropsScope }) => ({
      clientId,
      name,
      createdDate: utcSecond(createdAt),
      lastUsedDate: utcSecondOrNull(lastUsedAt),
      daysLeft: daysLeft(idleMs),
      hasDropsScope,
    })),
  }
}
