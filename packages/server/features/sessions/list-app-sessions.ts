import type { consoleApi, ContentOf, EventType } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import type { Deps } from '../../infra/deps.ts'
import {
  countUsedSlots,
  countUsedSlotsByUser,
  findConnectedSessions,
  findEndedSessions,
  findSessionFailures,
} from './session-list-store.ts'

type AppSessions = ContentOf<typeof consoleApi.apps.listAppSessions>

const endedShownMs = 3_600_000

/** Developer console: the connected and the last ended sessions of one application, with the slots in use. */
export async function listAppSessions(
  clientId: string,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<AppSessions> {
  const monotonicNow = clock.monotonicNow()
  const connected = await findConnectedSessions(db.read, clientId)
  const ended = await findEndedSessions(db.read, clientId, clock.now() - endedShownMs)
  const endedKeys = new Set(ended.map(({ key }) => key))
  const failures = await findSessionFailures(db.read, [...endedKeys])
  // A session can end between both reads.
  const stillConnected = connected.filter(({ key }) => !endedKeys.has(key))
  const sessions = [...stillConnected.map((session) => ({ ...session, disconnectedAt: null })), ...ended]
  const owners = new Set(sessions.flatMap(({ ownerChannelId }) => ownerChannelId ?? []))
  const slotsByOwner = await countUsedSlotsByUser(db.read, [...owners], monotonicNow)
  return {
    ...(await countUsedSlots(db.read, clientId, monotonicNow)),
    data: sessions.map(({ key, ownerChannelId, ownerName, connectedAt, disconnectedAt, subscriptions }) => ({
      sessionKey: key,
      owner:
        ownerChannelId === null
          ? null
          : {
              channelId: ownerChannelId,
              channelName: ownerName ?? '',
              usedSlots: slotsByOwner.get(ownerChannelId) ?? 0,
            },
      connectedDate: utcSecond(connectedAt),
      disconnectedDate: disconnectedAt === null ? null : utcSecond(disconnectedAt),
      failure: failures.get(key) ?? null,
      subscribedEvents: subscriptions.map(({ eventType, channelId }) => ({
        eventType: eventType as EventType,
        channelId,
      })),
    })),
  }
}
