import type { consoleApi, ContentOf, EventType } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import type { Deps } from '../../infra/deps.ts'
import { countUsedSlots, findConnectedSessions } from './session-list-store.ts'

/**
 * The connected sessions of an application, with the session slots that it and its users have
 * taken.
 */
/** Developer console: the connected sessions of one application, with the slots in use. */
export async function listAppSessions(
  clientId: string,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.apps.listAppSessions>> {
  const monotonicNow = clock.monotonicNow()
  const sessions = await findConnectedSessions(db.read, clientId)
  const slotsByChannel = new Map<string, number>()
  for (const channelId of new Set(sessions.flatMap(({ ownerChannelId }) => ownerChannelId ?? [])))
    slotsByChannel.set(channelId, await countUsedSlots(db.read, { channelId }, monotonicNow))
  return {
    usedSlots: await countUsedSlots(db.read, { clientId }, monotonicNow),
    data: sessions.map(({ key, ownerChannelId, ownerName, connectedAt, subscriptions }) => ({
      sessionKey: key,
      owner:
        ownerChannelId === null
          ? null
          : {
              channelId: ownerChannelId,
              channelName: ownerName ?? '',
              usedSlots: slotsByChannel.get(ownerChannelId) ?? 0,
            },
      connectedDate: utcSecond(connectedAt),
      subscribedEvents: subscriptions.map(({ eventType, channelId }) => ({
        eventType: eventType as EventType,
        channelId,
      })),
    })),
  }
}
