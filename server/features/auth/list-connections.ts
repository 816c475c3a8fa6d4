import type { consoleApi, ContentOf } from '@onair/contract'
import { utcSecond, utcSecondOrNull } from '../../shared/dates.ts'
import type { Deps } from '../../infra/deps.ts'
import { findConnections } from './connection-store.ts'

/** The applications that a user granted scopes to. */
export async function listConnections(
  channelId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.connections.listConnections>> {
  const connections = await findConnections(db.read, channelId)
  return {
    data: connections.map(({ createdAt, firstUsedAt, lastUsedAt, ...connection }) => ({
      ...connection,
      createdDate: utcSecond(createdAt),
      firstUsedDate: utcSecondOrNull(firstUsedAt),
      lastUsedDate: utcSecondOrNull(lastUsedAt),
    })),
  }
}
