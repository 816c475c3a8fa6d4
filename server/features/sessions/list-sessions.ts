import { limits, session, type EventType, type QueryOf } from '@onair/contract'
import { displayDate } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import type { World } from '../../world/world.ts'
import { countListed, findListed } from './session-list-store.ts'

export const listClientSessions = handle(session.listClientSessions, ({ caller, query }, world) =>
  list({ clientId: caller.clientId, ownerChannelId: null }, query, world),
)

/** A user's sessions of other applications are not this one's to see. Gap 37. */
export const listUserSessions = handle(session.listUserSessions, ({ caller, query }, world) =>
  list({ clientId: caller.clientId, ownerChannelId: caller.channelId }, query, world),
)

async function list(
  owner: { clientId: string; ownerChannelId: string | null },
  { page: askedPage = '0', size = limits.sessionListDefaultSize }: QueryOf<typeof session.listUserSessions>,
  { clock, config, db }: Pick<World, 'clock' | 'config' | 'db'>,
) {
  const now = clock.now()
  const page = Number(askedPage)
  const totalCount = await countListed(db.read, owner, now)
  const sessions = await findListed(db.read, owner, { now, page, size })
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
