import { causes, type EventType, sandboxSessions } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { inField, Refusal } from '../../kit/refusal.ts'
import { cutSession } from '../sessions/cut-session.ts'
import { findConnected } from '../sessions/session-list-store.ts'
import { knownApp } from './known-app.ts'

export const listSessions = handle(sandboxSessions.listSessions, async ({ query: { clientId = null } }, world) => {
  if (clientId !== null) await knownApp(clientId, world)
  const sessions = await findConnected(world.db.read, clientId)
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
})

export const disconnect = handle(sandboxSessions.disconnect, async ({ inPath: { sessionKey } }, world) => {
  const cut = await cutSession({ sessionKey, reason: causes.CUT_IN_SANDBOX }, world)
  if (!cut) throw new Refusal('notFound', inField('sessionKey', 'NO_SUCH_SESSION'))
  return null
})
