import {
  type consoleApi,
  dropsScope,
  eventScopes,
  eventTypeOf,
  sourceOperations,
  testClaimPrefix,
  webhookEvents,
  type ContentOf,
  type DisconnectCode,
  type EventType,
  type Failure,
  type QueryOf,
} from '@onair/contract'
import { parseTimestamp, utcDate } from '../../shared/dates.ts'
import { invalidField, reasonForField, Refusal } from '../../shared/refusal.ts'
import type { Reader } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import type { RegisteredApp } from '../apps/app-store.ts'
import {
  stateAt,
  explainForSessions,
  explainForEndpoint,
  type Explanation,
  type QueriedEvent,
  type Permission,
  type SessionFacts,
} from './missing-event-rules.ts'
import {
  findFrames,
  findInjectedFaults,
  findRefusedOpening,
  findRefusedSubscriptions,
  findSessionsOf,
  findSubscriptions,
  listEndpointFacts,
  loadQueriedRecord,
  loadChannelName,
  loadEventByTrace,
  loadGrant,
  loadLastEvent,
  loadLastGap,
  loadLastRefusal,
  toSubscriptionChange,
  type Grant,
  type OccurredEvent,
  type SessionRow,
} from './missing-event-store.ts'

type MissingEventQuery = QueryOf<typeof consoleApi.inspector.explainMissingEvent>
type MissingEventAnswer = ContentOf<typeof consoleApi.inspector.explainMissingEvent>

/**
 * Why an event was not sent to a session, to any session or to the webhooks of an application. An owner learns
 * nothing about events whose scope the channel did not grant.
 */
export async function explainMissingEvent(
  app: RegisteredApp,
  query: MissingEventQuery,
  { clock, config, db, recorder }: Pick<Deps, 'clock' | 'config' | 'db' | 'recorder'>,
  { isOwner }: { isOwner: boolean },
): Promise<MissingEventAnswer> {
  await recorder.flush()
  const now = clock.now()
  const clientId = app.client_id
  const target = await resolveTarget(query, { clientId, isOwner }, now, db.read)
  const grant = await loadGrant(db.read, clientId, target.channelId)
  const scope = eventScopes[target.eventType as EventType]
  const isHidden = isOwner && scope !== undefined && !grant?.scopes.includes(scope)
  const event: TargetEvent = isHidden
    ? { ...target, occurredAt: { at: target.until, position: null }, eventId: null, refusal: null }
    : await loadTargetEvent(target, isOwner, db.read)

  if (query.to === 'WEBHOOK') {
    const retainedSince = now - config.deliveryDays * 86_400_000
    const [registered, ...further] = await explainForEndpoints(clientId, event, retainedSince, db.read)
    return {
      ...toVerdict(registered!, event, { isHidden }),
      endpoints: further.map(({ endpointId, name, ...explained }) => ({
        endpointId,
        name,
        ...toVerdict(explained, event, { isHidden }),
      })),
    }
  }
  const explained = explainForSessions(
    event,
    await loadSessionFacts(clientId, query.sessionKey, event, { clock, db }),
    toPermission(app, event, grant, { isKnownMissing: isHidden && target.until === now }),
    await findRefusedOpening(db.read, {
      clientId,
      channelId: event.channelId,
      until: event.occurredAt?.at ?? target.until,
    }),
    now,
  )
  const verdict = toVerdict(explained, event, { isHidden })
  const { subscribedChannelId } = verdict.details
  if (subscribedChannelId !== null)
    verdict.details.subscribedChannelName = await loadChannelName(db.read, subscribedChannelId)
  return { ...verdict, endpoints: [] }
}

/** The explanation for the registered webhook, and then for each further endpoint. */
async function explainForEndpoints(clientId: string, event: TargetEvent, retainedSince: number, db: Reader) {
  const { eventId, eventType } = event
  const notification = {
    retainedSince,
    isWebhookEvent: eventType in webhookEvents,
    isTest: eventId?.startsWith(testClaimPrefix) ?? false,
  }
  const endpoints = await listEndpointFacts(db, clientId, eventId)
  return endpoints.map(({ endpointId, name, ...facts }) => ({
    endpointId,
    name,
    ...explainForEndpoint(event, notification, facts),
  }))
}

function toVerdict(
  { code, params }: Explanation,
  { eventType, channelId, occurredAt }: TargetEvent,
  { isHidden }: { isHidden: boolean },
): Omit<MissingEventAnswer, 'endpoints'> {
  const { date, disconnectedDate, failingSince, filters, subscribedEventTypes, ...others } = params
  return {
    reason: code,
    details: {
      ...noParams,
      ...others,
      eventType,
      channelId,
      eventDate: occurredAt === null || isHidden ? null : utcDate(occurredAt.at),
      date: date == null ? null : utcDate(date),
      disconnectedDate: disconnectedDate === undefined ? null : utcDate(disconnectedDate),
      subscribedEventTypes: subscribedEventTypes === undefined ? null : [...subscribedEventTypes],
      failingSinceDate: failingSince == null ? null : utcDate(failingSince),
      filters: filters === undefined ? null : [...filters],
    },
  }
}

const noParams = {
  sessionKey: null,
  recordPosition: null,
  scope: null,
  limit: null,
  deliveryId: null,
  sessionUrlExpired: null,
  subscribedChannelId: null,
  subscribedChannelName: null,
  wireProfile: null,
  errorReason: null,
  failure: null,
  fault: null,
}

type EventTarget = { eventType: string; channelId: string; until: number; clientId: string; occurred?: OccurredEvent }
type TargetEvent = QueriedEvent & { eventId: string | null }

/** The queried event, given by its record or by kind, channel and moment. */
async function resolveTarget(
  { recordPosition, eventType, channelId, at }: MissingEventQuery,
  scope: { clientId: string; isOwner: boolean },
  now: number,
  db: Reader,
): Promise<EventTarget> {
  const { clientId } = scope
  if (recordPosition === undefined) {
    if (eventType === undefined) throw invalidField('eventType', 'EVENT_NOT_SPECIFIED')
    if (channelId === undefined) throw invalidField('channelId', 'EVENT_NOT_SPECIFIED')
    return { eventType, channelId, clientId, until: parseTimestamp('at', at) ?? now }
  }
  const record = await loadQueriedRecord(db, recordPosition, scope)
  const type = record === null ? undefined : recordEventType(record)
  if (record === null || record.channelId === null || type === undefined) throw new Refusal('notFound', 'NO_SUCH_EVENT')
  const { channelId: recordChannelId, eventId, position, at: recordedAt } = record
  const target = { eventType: type, channelId: recordChannelId, clientId, until: recordedAt }
  const { status, traceId } = record
  if (eventId === null) {
    const occurred =
      status === null || status >= 400 || traceId === null
        ? null
        : await loadEventByTrace(db, { traceId, eventType: type, clientId })
    return occurred === null ? target : { ...target, channelId: occurred.channelId, occurred }
  }
  return { ...target, occurred: { eventId, position, at: recordedAt, eventType: type, channelId: recordChannelId } }
}

/** The kind of the recorded event, or of the event that the recorded request would have made. */
function recordEventType({ kind, name }: { kind: string; name: string }): string | undefined {
  return kind === 'event' ? name : eventTypeOf(name)
}

async function loadTargetEvent(target: EventTarget, isOwner: boolean, db: Reader): Promise<TargetEvent> {
  const { eventType, channelId, until, clientId } = target
  const last = target.occurred ?? (await loadLastEvent(db, target))
  const refusal = target.occurred
    ? null
    : await loadLastRefusal(db, sourceOperations(eventType), {
        channelId,
        since: last,
        until,
        clientId: isOwner ? clientId : null,
      })
  const occurredAt = refusal === null ? last : null
  return { eventType, channelId, occurredAt, eventId: occurredAt?.eventId ?? null, refusal }
}

/** A withdrawn grant is deleted, so whether there was one before is unknown. */
function toPermission(
  { scopes, scopes_changed_at: changedAt, created_at: createdAt }: RegisteredApp,
  { eventType, occurredAt }: QueriedEvent,
  grant: Grant | null,
  { isKnownMissing }: { isKnownMissing: boolean },
): Permission {
  const scope = eventScopes[eventType as EventType] ?? dropsScope
  const isGrantedNow = grant !== null && grant.scopes.includes(scope)
  return {
    scope,
    isRequested: stateAt(occurredAt, { value: scopes.includes(scope), since: changedAt ?? createdAt }),
    isGranted: isKnownMissing ? false : stateAt(occurredAt, { value: isGrantedNow, since: grant?.since ?? null }),
    isGrantedNow,
  }
}

async function loadSessionFacts(
  clientId: string,
  sessionKey: string | undefined,
  { eventId, eventType, channelId }: TargetEvent,
  { clock, db: { read: db } }: Pick<Deps, 'clock' | 'db'>,
): Promise<SessionFacts[]> {
  const rewoundMs = clock.monotonicNow() - clock.now()
  const sessions = preferReceivers(await findSessionsOf(db, { clientId, sessionKey }), channelId)
  if (sessionKey !== undefined && sessions.length === 0)
    throw new Refusal('notFound', reasonForField('sessionKey', 'NO_SUCH_SESSION'))
  const keys = sessions.map(({ key }) => key)
  const frames = Map.groupBy(await findFrames(db, keys, eventId), (frame) => frame.sessionKey)
  const subscriptions = Map.groupBy(await findSubscriptions(db, keys), (row) => row.sessionKey)
  const faults = Map.groupBy(await findInjectedFaults(db, keys, eventId), (fault) => fault.sessionKey)
  const refusals = await findRefusedSubscriptions(db, { sessionKeys: keys, eventType, clientId })
  const gap = await loadLastGap(db)

  return sessions.map(({ key, ticketExpiresAt, connectedAt, disconnectedAt }) => {
    const sessionFrames = frames.get(key) ?? []
    const connected = sessionFrames.find(({ name }) => name === 'SYSTEM connected')
    const closed = sessionFrames.find(({ name }) => name === 'closed')
    const sent = sessionFrames.find((frame) => eventId !== null && frame.eventId === eventId)
    return {
      sessionKey: key,
      wireProfile: connected?.wireProfile ?? null,
      ticketExpiresAt: ticketExpiresAt - rewoundMs,
      connected: connected ?? (connectedAt === null ? null : { at: connectedAt, position: null }),
      closed: closed
        ? { ...closed, failure: (JSON.parse(closed.detail) as { failure: Failure<DisconnectCode> | null }).failure }
        : disconnectedAt === null
          ? null
          : { at: disconnectedAt, position: null, failure: null },
      changes: connected === undefined ? null : sessionFrames.flatMap((frame) => toSubscriptionChange(frame) ?? []),
      subscriptions: subscriptions.get(key) ?? [],
      sent: sent ?? null,
      refusals: refusals.filter((one) => one.sessionKey === key && (one.channelId ?? channelId) === channelId),
      faults: faults.get(key) ?? [],
      hasGap: gap !== null && connected !== undefined && gap.position > connected.position,
    }
  })
}

/** The sessions that could receive events of the channel. Where there are none, the others tell why. */
function preferReceivers(sessions: readonly SessionRow[], channelId: string): readonly SessionRow[] {
  const receivers = sessions.filter(({ ownerChannelId }) => ownerChannelId === null || ownerChannelId === channelId)
  return receivers.length > 0 ? receivers : sessions
}
