import type { ContentOf, sandboxApi } from '@onair/contract'
import { utcSecond } from '@onair/server/shared/dates.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { findConnectedSessions } from '@onair/server/features/sessions/session-list-store.ts'

/** Sandbox: the connected sessions of an application, or of every application when `clientId` is null. */
export async function listConnectedSessions(
  clientId: string | null,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof sandboxApi.sessions.listSessions>> {
  const sessions = await findConnectedSessions(db.read, clientId)
  return {
    data: sessions.map(({ key, clientId, appName, ownerChannelId, ownerName, connectedAt, subscriptions }) => ({
      sessionKey: key,
      clientId,
      appName,
      owner: ownerChannelId === null ? null : { channelId: ownerChannelId, channelName: ownerName ?? '' },
      connectedDate: utcSecond(connectedAt),
      subscribedEvents: subscriptions.map(({ eventType, channelId }) => ({ eventType, channelId })),
    })),
  }
}
