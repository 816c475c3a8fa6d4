import {
  dropsScope,
  eventScopes,
  limits,
  madeOf,
  makersOf,
  notifiedEvents,
  type ContentOf,
  type EventType,
  type QueryOf,
  type consoleInspector,
} from '@onair/contract'
import { momentOf, utcDate } from '../../kit/dates.ts'
import { badField, inField, Refusal } from '../../kit/refusal.ts'
import type { Reader } from '../../world/db/db.ts'
import type { World } from '../../world/world.ts'
import type { RegisteredApp } from '../apps/app-store.ts'
import {
  heldAt,
  limitAmong,
  whyNotToSessions,
  whyNotToWebhook,
  type Event,
  type Permission,
  type SessionFacts,
} from './why-not-rules.ts'
import {
  findFrames,
  findRefusedOpenings,
  findRefusedSubscribing,
  findSessionsOf,
  findSubscribed,
  loadAskedRecord,
  loadDeliveryOf,
  loadEventOf,
  loadGranted,
  loadLastEvent,
  loadLastGap,
  loadRefused,
  loadWebhook,
  toldIn,
  type Granted,
  type Happened,
} from './why-not-store.ts'

type Question = QueryOf<typeof consoleInspector.whyNot>
type Explained = ContentOf<typeof consoleInspector.whyNot>

/**
 * Why an event did not come to a session, any session or the webhook of an application. Of channels that granted the
 * application nothing its owner does not learn what happened there.
 */
export async function whyNot(
  app: RegisteredApp,
  question: Question,
  { clock, db, recorder }: Pick<World, 'clock' | 'db' | 'recorder'>,
  { isOwner }: { isOwner: boolean },
): Promise<Explained> {
  await recorder.written()
  const now = clock.now()
  const clientId = app.client_id
  const asked = await askedIn(question, { clientId, isOwner }, now, db.read)
  const granted = await loadGranted(db.read, clientId, asked.channelId)
  const isHidden = isOwner && granted === null && asked.eventType in eventScopes
  const event: Asked = isHidden
    ? { ...asked, happened: { at: asked.until, position: null }, eventId: null, refused: null }
    : await eventOf(asked, isOwner, db.read)

  const answer =
    question.to === 'WEBHOOK'
      ? whyNotToWebhook(event, {
          keptSince: now - keptMs,
          isNotified: event.eventType in notifiedEvents,
          webhook: await loadWebhook(db.read, clientId),
          delivery: event.eventId === null ? null : await loadDeliveryOf(db.read, clientId, event.eventId),
        })
      : whyNotToSessions(
          event,
          await sessionsOf(app, question.sessionKey, event, { clock, db }),
          permissionOf(app, event, granted, { isSeenToLack: isHidden && asked.until === now }),
          question.sessionKey === undefined
            ? limitAmong(await findRefusedOpenings(db.read, clientId, asked.until))
            : null,
          now,
        )
  const {
    reason,
    date = null,
    sessionKey = null,
    scope = null,
    limit = null,
    deliveryId = null,
    said = null,
    why,
  } = answer
  return {
    reason,
    details: {
      eventType: event.eventType,
      channelId: event.channelId,
      eventDate: event.happened === null || isHidden ? null : utcDate(event.happened.at),
      sessionKey,
      date: date === null ? null : utcDate(date),
      scope,
      limit,
      deliveryId,
      said,
      ...(why && { why }),
    },
  }
}

const keptMs = limits.deliveryLogDays * 86_400_000

type Wanted = { eventType: string; channelId: string; until: number; clientId: string; happened?: Happened }
type Asked = Event & { eventId: string | null }

/** The event that is asked about: by its record, or by kind, channel and moment. */
async function askedIn(
  { recordPosition, eventType, channelId, at }: Question,
  asker: { clientId: string; isOwner: boolean },
  now: number,
  db: Reader,
): Promise<Wanted> {
  const { clientId } = asker
  if (recordPosition === undefined) {
    if (eventType === undefined) throw badField('eventType', 'WHICH_EVENT')
    if (channelId === undefined) throw badField('channelId', 'WHICH_EVENT')
    return { eventType, channelId, clientId, until: momentOf('at', at) ?? now }
  }
  const record = await loadAskedRecord(db, recordPosition, asker)
  const type = record === null ? undefined : typeOf(record)
  if (record === null || record.channelId === null || type === undefined) throw new Refusal('notFound', 'NO_SUCH_EVENT')
  const { channelId: ofChannel, eventId, position, at: happenedAt } = record
  const wanted = { eventType: type, channelId: ofChannel, clientId, until: happenedAt }
  const { status, chain } = record
  if (eventId === null) {
    const made = status === null || status >= 400 || chain === null ? null : await loadEventOf(db, chain, type)
    return made === null ? wanted : { ...wanted, channelId: made.channelId, happened: made }
  }
  return { ...wanted, happened: { eventId, position, at: happenedAt, eventType: type, channelId: ofChannel } }
}

/** The kind of event that a record shows, or that its request would have made. */
function typeOf({ kind, name }: { kind: string; name: string }): string | undefined {
  if (kind === 'event') return name
  return madeOf(name)
}

async function eventOf(wanted: Wanted, isOwner: boolean, db: Reader): Promise<Asked> {
  const { eventType, channelId, until, clientId } = wanted
  const last = wanted.happened ?? (await loadLastEvent(db, wanted))
  const refused = wanted.happened
    ? null
    : await loadRefused(db, makersOf(eventType), { channelId, since: last, until, clientId: isOwner ? clientId : null })
  const happened = refused === null ? last : null
  return { eventType, channelId, happened, eventId: happened?.eventId ?? null, refused }
}

/** A consent that was withdrawn leaves nothing behind: of the time before is not known whether there was one. */
function permissionOf(
  { scopes, scopes_changed_at: changedAt, created_at: createdAt }: RegisteredApp,
  { eventType, happened }: Event,
  granted: Granted | null,
  { isSeenToLack }: { isSeenToLack: boolean },
): Permission {
  const scope = eventScopes[eventType as EventType] ?? dropsScope
  const isGrantedNow = granted !== null && granted.scopes.includes(scope)
  return {
    scope,
    isAsked: heldAt(happened, { holds: scopes.includes(scope), since: changedAt ?? createdAt }),
    isGranted: isSeenToLack ? false : heldAt(happened, { holds: isGrantedNow, since: granted?.since ?? null }),
    isGrantedNow,
  }
}

async function sessionsOf(
  { client_id: clientId }: RegisteredApp,
  sessionKey: string | undefined,
  { eventId, eventType, channelId }: Asked,
  { clock, db: { read: db } }: Pick<World, 'clock' | 'db'>,
): Promise<SessionFacts[]> {
  const setBackMs = clock.onward() - clock.now()
  const sessions = await findSessionsOf(db, { clientId, ...(sessionKey !== undefined && { sessionKey }) })
  if (sessionKey !== undefined && sessions.length === 0)
    throw new Refusal('notFound', inField('sessionKey', 'NO_SUCH_SESSION'))
  const keys = sessions.map(({ key }) => key)
  const frames = Map.groupBy(await findFrames(db, keys, eventId), (frame) => frame.sessionKey)
  const subscribed = Map.groupBy(await findSubscribed(db, keys), (one) => one.sessionKey)
  const refused = await findRefusedSubscribing(db, keys, eventType)
  const gap = await loadLastGap(db)

  return sessions.map(({ key, ticketExpiresAt, connectedAt, disconnectedAt }) => {
    const own = frames.get(key) ?? []
    const connected = own.find(({ name }) => name === 'SYSTEM connected')
    const closed = own.find(({ name }) => name === 'closed')
    const sent = own.find((frame) => eventId !== null && frame.eventId === eventId)
    return {
      sessionKey: key,
      ticketExpiresAt: ticketExpiresAt - setBackMs,
      connected: connected ?? (connectedAt === null ? null : { at: connectedAt, position: null }),
      closed: closed
        ? { ...closed, said: (JSON.parse(closed.detail) as { reason: string | null }).reason }
        : disconnectedAt === null
          ? null
          : { at: disconnectedAt, position: null, said: null },
      told: connected === undefined ? null : own.flatMap((frame) => toldIn(frame) ?? []),
      subscribed: subscribed.get(key) ?? [],
      sent: sent ?? null,
      refused: refused.filter((one) => one.sessionKey === key && one.channelId === channelId),
      hasGap: gap !== null && connected !== undefined && gap.position > connected.position,
    }
  })
}
