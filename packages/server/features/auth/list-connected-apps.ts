import type { consoleApi, ContentOf } from '@onair/contract'
import { utcSecond, utcSecondOrNull } from '../../shared/dates.ts'
import type { Deps } from '../../infra/deps.ts'
import { findConnectedApps } from './connected-app-store.ts'

/** The applications that a user granted scopes to. */
export async function listConnectedApps(
  channelId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.connectedApps.listConnectedApps>> {
  const apps = await findConnectedApps(db.read, channelId)
  return {
    data: apps.map(({ createdAt, firstUsedAt, lastUsedAt, ...app }) => ({
      ...app,
      createdDate: utcSecond(createdAt),
      firstUsedDate: utcSecondOrNull(firstUsedAt),
      lastUsedDate: utcSecondOrNull(lastUsedAt),
    })),
  }
}
