import { limits, type EventType, type QueryOf, type session } from '@onair/contract'
import { displayDate } from '../../shared/dates.ts'
import type { Deps } from '../../infra/deps.ts'
import { countListedSessions, findListedSessions } from './session-list-store.ts'

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
      subscribedEvents: subscriptions.map(({ eventType, channelId }) => ({
        eventType: eventType as EventType,
        channelId,
      })),
    })),
  }
}
