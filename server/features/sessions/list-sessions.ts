import { limits, session, type EventType, type QueryOf } from '@onair/contract'
import { displayDate } from '../../shared/dates.ts'
import { defineHandler } from '../../shared/handler.ts'
import type { Deps } from '../../infra/deps.ts'
import { countListedSessions, findListedSessions } from './session-list-store.ts'

export const listClientSessions = defineHandler(session.listClientSessions, ({ caller, query }, deps) =>
  listSessions({ clientId: caller.clientId, ownerChannelId: null }, query, deps),
)

/** A user's sessions of other applications are not this one's to see. Gap 37. */
export const listUserSessions = defineHandler(session.listUserSessions, ({ caller, query }, deps) =>
  listSessions({ clientId: caller.clientId, ownerChannelId: caller.channelId }, query, deps),
)

async function listSessions(
  owner: { clientId: string; ownerChannelId: string | null },
  { page: requestedPage = '0', size = limits.sessionListDefaultSize }: QueryOf<typeof session.listUserSessions>,
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
