import { limits, type QueryOf, type session, type consoleApi, type ContentOf } from '@onair/contract'
import { displayDate, utcSecond } from '../../shared/dates.ts'
import type { Deps } from '../../infra/deps.ts'
import {
  countListedSessions,
  findListedSessions,
  countUsedSlots,
  countUsedSlotsByUser,
  findConnectedSessions,
  findEndedSessions,
  findSessionFailures,
} from './session-list-store.ts'

/** `GET /open/v1/sessions`: the sessions of a user or (`ownerChannelId` null) an application, also disconnected ones. */
export async function listSessions(
  owner: { clientId: string; ownerChannelId: string | null },
  { page: requestedPage = '0', size = limits.sessionListSize }: QueryOf<typeof session.listUserSessions>,
  { clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>,
) {
  const now = clock.now()
  const page = Number(requestedPage)
  const totalCount = await countListedSessions(db.read, owner, now)
  const sessions = await findListedSessions(db.read, owner, { now, page, size })
  return {
    page,
    totalCount,
    totalPages: Math.ceil(totalCount / size),
    data: sessions.map(({ key, connectedAt, disconnectedAt, subscriptions }) => ({
      sessionKey: key,
      connectedDate: displayDate(connectedAt ?? 0, config.displayZone),
      ...(disconnectedAt !== null && { disconnectedDate: displayDate(disconnectedAt, config.displayZone) }),
      subscribedEvents: subscriptions.map(({ eventType, channelId }) => ({ eventType, channelId })),
    })),
  }
}

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
      subscribedEvents: subscriptions.map(({ eventType, channelId }) => ({ eventType, channelId })),
    })),
  }
}
