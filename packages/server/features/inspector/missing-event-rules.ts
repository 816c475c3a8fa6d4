import {
  endingFaultKinds,
  limits,
  losingFaultKinds,
  type DeliveryState,
  type ErrorCode,
  type ErrorReason,
  type Failure,
  type AttemptFailureCode,
  type DisconnectCode,
  type EndpointFilter,
  type WebhookDisabledCode,
  type WebhookStatus,
  type MissingEventCode,
  type WireProfile,
} from '@onair/contract'

/** A moment of the platform's time. `position` is its record, if there is one; it orders moments of one millisecond. */
export type Moment = { at: number; position: number | null }
/** A SYSTEM message about a subscription. */
export type SubscriptionChange = Moment & {
  type: 'subscribed' | 'unsubscribed' | 'revoked'
  eventType: string
  channelId: string
}
/** A fault that was injected into a session. `isOfEvent`: into the queried event; otherwise into another message. */
export type InjectedFault = Moment & { fault: string; isOfEvent: boolean }
export type RefusedRequest = { at: number; position: number; reason: ErrorReason | null }
/** `fault`: the injected fault that refused it. */
export type RefusedOpening = RefusedRequest & { fault: string | null }

export type QueriedEvent = {
  eventType: string
  channelId: string
  /** Null when no such event occurred. */
  occurredAt: Moment | null
  /** The last request that would have made the event and was refused. */
  refusal: RefusedRequest | null
}

export type SessionFacts = {
  sessionKey: string
  /** The profile that the session had; null when its frames were not recorded. */
  wireProfile: WireProfile | null
  ticketExpiresAt: number
  connected: Moment | null
  closed: (Moment & { failure: Failure<DisconnectCode> | null }) | null
  /** Oldest first; null when the session's frames were not recorded. */
  changes: readonly SubscriptionChange[] | null
  /** The subscriptions that the database holds now. */
  subscriptions: readonly { eventType: string; channelId: string }[]
  /** When the event was sent to this session. */
  sent: Moment | null
  /** Refused requests to subscribe to this kind of event in this channel, oldest first. */
  refusals: readonly RefusedRequest[]
  /** The faults of the session and of its requests to subscribe, oldest first. */
  faults: readonly InjectedFault[]
  /** Whether records were dropped after the session connected. */
  hasGap: boolean
}

/** The scope that the event requires, at the moment of the event; null where the state of that time is unknown. */
export type Permission = {
  scope: string
  isRequested: boolean | null
  isGranted: boolean | null
  isGrantedNow: boolean
}

/** Whether something was true at a moment, given the value now and since when it is so. Null if it changed later. */
export function stateAt(moment: Moment | null, { value, since }: { value: boolean; since: number | null }) {
  return moment !== null && since !== null && since < moment.at ? value : null
}

export type Explanation = { code: MissingEventCode; params: ExplanationParams }
export type ExplanationParams = {
  date?: number | null
  sessionKey?: string
  disconnectedDate?: number
  recordPosition?: number
  scope?: string
  limit?: number
  deliveryId?: string
  sessionUrlExpired?: boolean
  subscribedChannelId?: string
  subscribedEventTypes?: readonly string[]
  wireProfile?: WireProfile
  errorReason?: ErrorReason | null
  failure?: Failure<DisconnectCode> | Failure<AttemptFailureCode> | Failure<WebhookDisabledCode> | null
  failingSince?: number | null
  fault?: string | null
  filters?: readonly EndpointFilter[]
}

const explanation = (code: MissingEventCode, params: ExplanationParams = {}): Explanation => ({ code, params })

/**
 * Why none of these sessions received an event: the explanation on the session that came closest to it. Where it was closed,
 * or there was none, and the last request for a session before the event was refused, that refusal.
 */
export function explainForSessions(
  event: QueriedEvent,
  sessions: readonly SessionFacts[],
  permission: Permission,
  refusedOpening: RefusedOpening | null,
  now: number,
): Explanation {
  const { occurredAt } = event
  if (occurredAt === null) return explainNoEvent(event)
  const [closest] = sessions
    .map((session) => {
      const { code, params } = explainForSession(event, occurredAt, session, permission, now)
      return { code, params: { ...params, sessionKey: session.sessionKey } }
    })
    .toSorted((left, right) => closeness(right) - closeness(left))
  if (closest === undefined) return refusedOpening === null ? explanation('NEVER_CONNECTED') : refused(refusedOpening)
  const { date, disconnectedDate, sessionKey, failure = null } = closest.params
  const wasConnected = closeness(closest) > codesByCloseness.indexOf('DISCONNECTED')
  if (wasConnected || refusedOpening === null || refusedOpening.at < (disconnectedDate ?? date ?? 0)) return closest
  const closed = disconnectedDate === undefined ? {} : { sessionKey, disconnectedDate, failure }
  return refused(refusedOpening, closed)
}

function refused(opening: RefusedOpening, closed: ExplanationParams = {}): Explanation {
  const code = opening.reason?.code === 'TOO_MANY_SESSIONS' ? 'SESSION_LIMIT_REACHED' : 'SESSION_REFUSED'
  return explanation(code, { ...closed, ...paramsOf(opening), fault: opening.fault })
}

function paramsOf({ at, position, reason }: RefusedRequest): ExplanationParams {
  return { date: at, recordPosition: position, errorReason: reason }
}

function explainNoEvent({ refusal }: QueriedEvent): Explanation {
  if (refusal === null) return explanation('NOTHING_HAPPENED')
  const { at, reason } = refusal
  return explanation((reason && codeByErrorCode.get(reason.code)) ?? 'REFUSED', { date: at, errorReason: reason })
}

const chatRules = [
  'CHAT_FOR_VERIFIED',
  'CHAT_FOR_MANAGERS',
  'CHAT_FOR_SUBSCRIBERS',
  'CHAT_FOR_FOLLOWERS',
  'CHAT_FOR_LONGER_FOLLOWERS',
  'ONLY_EMOTICONS',
  'EMOTICON_FOR_SUBSCRIBERS',
  'BLOCKED_WORD',
  'SLOW_MODE',
] as const satisfies readonly ErrorCode[]
const codeByErrorCode = new Map<ErrorCode, MissingEventCode>([
  ['RESTRICTED', 'RESTRICTED'],
  ['TEMPORARILY_RESTRICTED', 'RESTRICTED'],
  ...chatRules.map((rule) => [rule, 'REFUSED_BY_CHAT_RULES'] as const),
])

/** The codes from the furthest from receiving the event to the closest. */
const codesByCloseness: readonly MissingEventCode[] = [
  'NEVER_CONNECTED',
  'CONNECTED_LATER',
  'DISCONNECTED',
  'APP_LACKS_SCOPE',
  'NOT_GRANTED',
  'NOT_SUBSCRIBED',
  'SUBSCRIPTION_REFUSED',
  'OTHER_EVENT_TYPE',
  'OTHER_CHANNEL',
  'SUBSCRIPTION_LIMIT_REACHED',
  'SUBSCRIBED_LATER',
  'UNSUBSCRIBED_BEFORE',
  'REVOKED',
  'NOT_RECORDED',
  'LOST_BY_FAULT',
  'SENT',
]

/** A closed session is no closer than that, whatever kept it from subscribing before. */
function closeness({ code, params }: Explanation): number {
  return codesByCloseness.indexOf(params.disconnectedDate === undefined ? code : 'DISCONNECTED')
}

function explainForSession(
  event: QueriedEvent,
  occurredAt: Moment,
  session: SessionFacts,
  permission: Permission,
  now: number,
): Explanation {
  const { sent, connected, closed, ticketExpiresAt, faults } = session
  const ownFaults = faults.filter(({ isOfEvent }) => isOfEvent)
  const loss = ownFaults.findLast(({ fault }) => losingFaultKinds.has(fault))
  if (loss !== undefined) return explanation('LOST_BY_FAULT', { date: loss.at, fault: loss.fault })
  // An event that a fault delays will be sent.
  const sentOrDelayed = sent ?? ownFaults.at(-1)
  if (sentOrDelayed !== undefined) return explanation('SENT', { date: sentOrDelayed.at, ...faultOf(ownFaults.at(-1)) })
  if (connected === null)
    return explanation('NEVER_CONNECTED', { date: ticketExpiresAt, sessionUrlExpired: ticketExpiresAt <= now })
  if (isBefore(occurredAt, connected)) return explanation('CONNECTED_LATER', { date: connected.at })
  if (closed !== null && isBefore(closed, occurredAt)) {
    const ending = faults.findLast(({ fault }) => endingFaultKinds.has(fault))
    const end = { disconnectedDate: closed.at, failure: closed.failure }
    const isRefused = session.refusals.some(({ at, reason }) => at <= closed.at && reason !== null)
    if (isRefused && explainForSubscription(event, occurredAt, session) === null) {
      const { code, params } = whyNeverSubscribed(event, closed, session, permission)
      return explanation(code, { ...params, ...end })
    }
    const cause = ending === undefined ? suspectedProfile(session) : faultOf(ending)
    return explanation('DISCONNECTED', { date: closed.at, ...end, ...cause })
  }
  return (
    explainForSubscription(event, occurredAt, session) ?? whyNeverSubscribed(event, occurredAt, session, permission)
  )
}

function faultOf(injected: InjectedFault | undefined): ExplanationParams {
  return injected === undefined ? {} : { fault: injected.fault }
}

/** The last fault that may have kept the client from subscribing before the event. */
function subscribingFault({ faults }: SessionFacts, occurredAt: Moment): ExplanationParams {
  return faultOf(faults.findLast((one) => !one.isOfEvent && isBefore(one, occurredAt)))
}

/** The explanation from the session's own subscription to the event; null when it never had one. */
function explainForSubscription(event: QueriedEvent, occurredAt: Moment, session: SessionFacts): Explanation | null {
  const { changes, subscriptions, faults, hasGap } = session
  const matches = (one: { eventType: string; channelId: string }) =>
    one.eventType === event.eventType && one.channelId === event.channelId
  const ownChanges = (changes ?? []).filter(matches)
  const last = ownChanges.findLast((one) => isBefore(one, occurredAt))
  const silence = faults.find((one) => one.fault === 'socket-silent' && isBefore(one, occurredAt))
  if (last?.type === 'subscribed' && silence !== undefined)
    return explanation('LOST_BY_FAULT', { date: silence.at, fault: silence.fault })
  if (last?.type === 'subscribed') return explanation('NOT_RECORDED', { date: last.at })
  // The database holds a subscription, or may have held one, whose start was not recorded.
  const isStartUnrecorded = subscriptions.some(matches) && ownChanges.at(-1)?.type !== 'subscribed'
  if (isStartUnrecorded || hasGap) return explanation('NOT_RECORDED')
  if (last !== undefined)
    return explanation(last.type === 'revoked' ? 'REVOKED' : 'UNSUBSCRIBED_BEFORE', { date: last.at })
  const later = ownChanges.find(({ type }) => type === 'subscribed')
  if (later === undefined) return null
  return explanation('SUBSCRIBED_LATER', { date: later.at, ...subscribingFault(session, occurredAt) })
}

function whyNeverSubscribed(
  { eventType, channelId }: QueriedEvent,
  occurredAt: Moment,
  session: SessionFacts,
  { scope, isRequested, isGranted, isGrantedNow }: Permission,
): Explanation {
  const { changes, refusals } = session
  const lastRefusal = (code: ErrorCode) =>
    refusals.findLast(({ at, reason }) => at <= occurredAt.at && reason?.code === code)
  const sessionFull = lastRefusal('SESSION_FULL')
  if (sessionFull !== undefined)
    return explanation('SUBSCRIPTION_LIMIT_REACHED', {
      ...paramsOf(sessionFull),
      limit: limits.subscriptionsPerSession,
    })
  const scopeMissing = lastRefusal('SCOPE_MISSING')
  const missing = { scope, ...(scopeMissing !== undefined && paramsOf(scopeMissing)) }
  if (isRequested === false && !isGrantedNow) return explanation('APP_LACKS_SCOPE', missing)
  if (scopeMissing !== undefined || isGranted === false) return explanation('NOT_GRANTED', missing)
  const lastRefused = refusals.findLast(({ at, reason }) => at <= occurredAt.at && reason !== null)
  if (lastRefused !== undefined) return explanation('SUBSCRIPTION_REFUSED', paramsOf(lastRefused))
  if (changes === null) return explanation('NOT_RECORDED')
  const others = subscriptionsAt(changes, occurredAt)
  const cause = subscribingFault(session, occurredAt)
  const otherChannel = others.find((one) => one.eventType === eventType)
  if (otherChannel !== undefined)
    return explanation('OTHER_CHANNEL', { subscribedChannelId: otherChannel.channelId, ...cause })
  const otherTypes = others.filter((one) => one.channelId === channelId).map((one) => one.eventType)
  if (otherTypes.length > 0) return explanation('OTHER_EVENT_TYPE', { subscribedEventTypes: otherTypes, ...cause })
  const other = others[0]
  if (other !== undefined) {
    const eventTypes = others.filter((one) => one.channelId === other.channelId).map((one) => one.eventType)
    return explanation('OTHER_CHANNEL', {
      subscribedChannelId: other.channelId,
      subscribedEventTypes: eventTypes,
      ...cause,
    })
  }
  const suspicion = cause.fault === undefined ? suspectedProfile(session) : cause
  return explanation('NOT_SUBSCRIBED', { ...(!isGrantedNow && { scope }), ...suspicion })
}

/** The profile of a session whose client never tried to subscribe: it may not be able to read `SYSTEM connected`. */
function suspectedProfile({ changes, refusals, closed, hasGap, wireProfile }: SessionFacts): ExplanationParams {
  const hasTried = changes?.length !== 0 || refusals.length > 0
  const isEndedByServer = closed !== null && !(closed.failure !== null && clientFailures.has(closed.failure.code))
  return hasTried || isEndedByServer || hasGap || wireProfile === null ? {} : { wireProfile }
}

/** The ends of a session whose client disconnects, exits or stops to ping. */
export const clientFailures: ReadonlySet<DisconnectCode> = new Set<DisconnectCode>([
  'CLIENT_DISCONNECTED',
  'CONNECTION_LOST',
  'IDLE_TIMEOUT',
])

function subscriptionsAt(changes: readonly SubscriptionChange[], moment: Moment): SubscriptionChange[] {
  const subscriptions = new Map<string, SubscriptionChange>()
  for (const change of changes.filter((one) => isBefore(one, moment))) {
    const topic = `${change.eventType} ${change.channelId}`
    if (change.type === 'subscribed') subscriptions.set(topic, change)
    else subscriptions.delete(topic)
  }
  return [...subscriptions.values()]
}

function isBefore(left: Moment, right: Moment): boolean {
  if (left.at !== right.at || left.position === null || right.position === null) return left.at < right.at
  return left.position < right.position
}

export type NotificationFacts = {
  /** Deliveries that ended earlier have been deleted. */
  retainedSince: number
  /** Whether events of this kind are sent to webhooks. */
  isWebhookEvent: boolean
  /** Whether the event is a test, which is sent to one endpoint. */
  isTest: boolean
}

export type EndpointFacts = {
  isRegistered: boolean
  /** Null when there is no such endpoint now. */
  endpoint: {
    status: WebhookStatus
    createdAt: number
    changedAt: number
    statusReason: Failure<WebhookDisabledCode> | null
    failingSince: number | null
    /** Its filters of now that exclude the event. */
    excludingFilters: readonly EndpointFilter[]
  } | null
  /** The delivery of the event or, if it was resent, the one that came furthest. */
  delivery: {
    deliveryId: string
    state: DeliveryState
    nextAttemptAt: number | null
    endedAt: number | null
    failure: Failure<AttemptFailureCode> | null
    /** The last fault that was injected into it. */
    fault: string | null
  } | null
}

/** Why an event was not delivered to a webhook endpoint. */
export function explainForEndpoint(
  event: QueriedEvent,
  notification: NotificationFacts,
  { isRegistered, endpoint, delivery }: EndpointFacts,
): Explanation {
  if (!notification.isWebhookEvent) return explanation('NOT_NOTIFIED')
  const { occurredAt } = event
  if (occurredAt === null) return explainNoEvent(event)
  if (delivery === null) return whyNoDelivery(occurredAt, notification, { isRegistered, endpoint })
  const { code, params } = explainDelivery(delivery, { isRegistered, endpoint })
  return explanation(code, { ...params, deliveryId: delivery.deliveryId, fault: delivery.fault })
}

function explainDelivery(
  { state, nextAttemptAt, endedAt, failure }: NonNullable<EndpointFacts['delivery']>,
  { isRegistered, endpoint }: Pick<EndpointFacts, 'isRegistered' | 'endpoint'>,
): Explanation {
  if (state === 'DELIVERED') return explanation('SENT', { date: endedAt })
  if (endpoint === null && !isRegistered) return explanation('ENDPOINT_DELETED', { failure })
  if (state === 'EXHAUSTED') return explanation('EXHAUSTED', { date: endedAt, failure })
  if (endpoint === null) return explanation('NO_WEBHOOK')
  const { status, changedAt, statusReason, failingSince } = endpoint
  if (status === 'DISABLED') return explanation('WEBHOOK_DISABLED', { date: changedAt, failure: statusReason })
  return explanation('WAITING', { date: nextAttemptAt, failure, failingSince })
}

function whyNoDelivery(
  occurredAt: Moment,
  { retainedSince, isTest }: NotificationFacts,
  { isRegistered, endpoint }: Pick<EndpointFacts, 'isRegistered' | 'endpoint'>,
): Explanation {
  if (occurredAt.at < retainedSince) return explanation('NOT_RECORDED')
  if (endpoint === null) return explanation('NO_WEBHOOK')
  if (isTest) return explanation('TEST_OF_OTHER_ENDPOINT')
  if (isRegistered) return explanation('NO_WEBHOOK')
  const { createdAt, excludingFilters } = endpoint
  if (createdAt > occurredAt.at) return explanation('CREATED_LATER', { date: createdAt })
  return explanation('EXCLUDED_BY_FILTER', { filters: excludingFilters })
}
