import type { consoleApi, ContentOf } from '@onair/contract'
import { withDates } from '../../shared/dates.ts'
import type { Deps } from '../../infra/deps.ts'
import { findConnectedApps } from './connected-app-store.ts'

/** The applications that a user granted scopes to. */
export async function listConnectedApps(
  channelId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.connectedApps.listConnectedApps>> {
  return { data: (await findConnectedApps(db.read, channelId)).map(withDates) }
}
