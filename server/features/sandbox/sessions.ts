import { failureCodes, type EventType, sandboxSessions } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { defineHandler } from '../../shared/handler.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import { disconnectSession } from '../sessions/disconnect-session.ts'
import { findConnectedSessions } from '../sessions/session-list-store.ts'
import { requireApp } from './known-app.ts'

export const listSessions = defineHandler(
  sandboxSessions.listSessions,
  async ({ query: { clientId = null } }, deps) => {
    if (clientId !== null) await requireApp(clientId, deps)
    const sessions = await findConnectedSessions(deps.db.read, clientId)
    return {
      data: sessions.map(({ key, clientId, appName, ownerChannelId, ownerName, connectedAt, subscriptions }) => ({
        sessionKey: key,
        clientId,
        appName,
        owner: ownerChannelId === null ? null : { channelId: ownerChannelId, channelName: ownerName ?? '' },
        connectedDate: utcSecond(connectedAt),
        subscribedEvents: subscriptions.map(({ eventType, channelId }) => ({
          eventType: eventType as EventType,
          channelId,
        })),
      })),
    }
  },
)

export const disconnect = defineHandler(
  sandboxSessions.disconnectSession,
  async ({ pathParams: { sessionKey } }, deps) => {
    const disconnected = await disconnectSession({ sessionKey, reason: failureCodes.DISCONNECTED_IN_SANDBOX }, deps)
    if (!disconnected) throw new Refusal('notFound', reasonForField('sessionKey', 'NO_SUCH_SESSION'))
    return null
  },
)
