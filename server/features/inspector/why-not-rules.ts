import { limits, type ErrorCode, type ErrorReason, type WhyNotReason } from '@onair/contract'

/** A moment of the platform's time, and the place among the records where there is one, which tells moments of one millisecond apart. */
export type Moment = { at: number; position: number | null }
/** What a session was told of its subscriptions, oldest first. */
export type SubscriptionChange = Moment & {
  type: 'subscribed' | 'unsubscribed' | 'revoked'
  eventType: string
  channelId: string
}
export type RefusedRequest = { at: number; detail: string; errorReason?: ErrorReason | undefined }

export type QueriedEvent = {
  eventType: string
  channelId: string
  occurredAt: Moment | null
  refusal: RefusedRequest | null
}

/** What is known of one session. `told` is null where nothing of it was recorded; `subscribed` is as the database has it now. */
export type SessionFacts = {
  sessionKey: string
  ticketExpiresAt: number
  connected: Moment | null
  closed: (Moment & { detail: string | null }) | null
  changes: readonly SubscriptionChange[] | null
  subscriptions: readonly { eventType: string; channelId: string }[]
  sent: Moment | null
  /** Subscribing this that was refused, oldest first. */
  refusals: readonly RefusedRequest[]
  /** Whether something was left out of the records since it connected. */
  hasGap: boolean
}

/** What the application and the person of the channel had agreed on when it happened; null where that is not known any more. */
export type Permission = {
  scope: string
  isRequested: boolean | null
  isGranted: boolean | null
  isGrantedNow: boolean
}

/** Whether something held at a moment, from how it stands and since when; null where it came about later, or nobody knows when. */
export function stateAt(moment: Moment | null, { holds: isTrue, since }: { holds: boolean; since: number | null }) {
  return moment !== null && since !== null && since < moment.at ? isTrue : null
}

export type Explanation = {
  reason: WhyNotReason
  date?: number | null
  sessionKey?: string
  scope?: string
  limit?: number
  deliveryId?: string
  detail?: string | null
  errorReason?: ErrorReason | undefined
}

/** Why an event came to none of these sessions: of the one that came closest. A session that was asked for is the only one. */
export function whyNotSentToSessions(
  event: QueriedEvent,
  sessions: readonly SessionFacts[],
  permission: Permission,
  refusedOpening: RefusedRequest | null,
  now: number,
): Explanation {
  if (event.occurredAt === null) return whyNoEvent(event)
  const { occurredAt } = event
  const answers = sessions
    .map((session) => ({
      ...whyNotSentToSession(event, occurredAt, session, permission, now),
      sessionKey: session.sessionKey,
    }))
    .sort((left, right) => closeness(right.reason) - closeness(left.reason))
  const [closest] = answers
  const wasConnected = closest !== undefined && closeness(closest.reason) > closeness('DISCONNECTED')
  const isLatest =
    refusedOpening !== null && refusedOpening.at >= (closest?.date ?? 0) && refusedOpening.at <= occurredAt.at
  if (isLatest && !wasConnected)
    return {
      reason: 'SESSION_LIMIT_REACHED',
      date: refusedOpening.at,
      detail: refusedOpening.detail,
      errorReason: refusedOpening.errorReason,
    }
  return closest ?? { reason: 'NEVER_CONNECTED' }
}

function whyNoEvent({ refusal }: QueriedEvent): Explanation {
  if (refusal === null) return { reason: 'NOTHING_HAPPENED' }
  const { at: date, detail, errorReason } = refusal
  const reason = errorReason === undefined ? 'REFUSED' : (reasonByErrorCode.get(errorReason.code) ?? 'REFUSED')
  return { reason, date, detail, errorReason }
}

const chatRules = [
  'CHAT_FOR_VERIFIED',
  'CHAT_FOR_MANAGERS',
  'CHAT_FOR_SUBSCRIBERS',
  'CHAT_FOR_FOLLOWERS',
  'CHAT_FOR_LONGER_FOLLOWERS',
  'ONLY_EMOTICONS',
  'SLOW_MODE',
] as const satisfies readonly ErrorCode[]
const reasonByErrorCode = new Map<ErrorCode, WhyNotReason>([
  ['RESTRICTED', 'RESTRICTED'],
  ['TEMPORARILY_RESTRICTED', 'RESTRICTED'],
  ...chatRules.map((rule) => [rule, 'REFUSED_BY_CHAT_RULES'] as const),
])

/** Of openings that were refused, newest first, the last that found all places taken. */
export function findLimitRefusal(refusals: readonly RefusedRequest[]): RefusedRequest | null {
  return refusals.find(({ errorReason }) => errorReason?.code === 'TOO_MANY_SESSIONS') ?? null
}

/** From what is furthest from arriving to what is nearest. */
const reasonsByCloseness: readonly WhyNotReason[] = [
  'NEVER_CONNECTED',
  'CONNECTED_LATER',
  'DISCONNECTED',
  'APP_LACKS_SCOPE',
  'NOT_GRANTED',
  'NOT_SUBSCRIBED',
  'OTHER_EVENT_TYPE',
  'OTHER_CHANNEL',
  'SUBSCRIPTION_LIMIT_REACHED',
  'SUBSCRIBED_LATER',
  'UNSUBSCRIBED_BEFORE',
  'REVOKED',
  'NOT_RECORDED',
  'SENT',
]

function closeness(reason: WhyNotReason): number {
  return reasonsByCloseness.indexOf(reason)
}

function whyNotSentToSession(
  event: QueriedEvent,
  occurredAt: Moment,
  session: SessionFacts,
  permission: Permission,
  now: number,
): Explanation {
  const { sent, connected, closed, ticketExpiresAt } = session
  if (sent !== null) return { reason: 'SENT', date: sent.at }
  if (connected === null) {
    const detail = ticketExpiresAt <= now ? 'expired' : 'unused'
    return { reason: 'NEVER_CONNECTED', date: ticketExpiresAt, detail }
  }
  if (isBefore(occurredAt, connected)) return { reason: 'CONNECTED_LATER', date: connected.at }
  if (closed !== null && isBefore(closed, occurredAt))
    return { reason: 'DISCONNECTED', date: closed.at, detail: closed.detail }
  return whyNotSubscribed(event, occurredAt, session, permission)
}

function whyNotSubscribed(
  { eventType, channelId }: QueriedEvent,
  occurredAt: Moment,
  { changes, subscriptions, refusals, hasGap }: SessionFacts,
  { scope, isRequested, isGranted, isGrantedNow }: Permission,
): Explanation {
  const isQueried = (subscription: { eventType: string; channelId: string }) =>
    subscription.eventType === eventType && subscription.channelId === channelId
  const relevantChanges = (changes ?? []).filter(isQueried)
  const isUnexplained = subscriptions.some(isQueried) && relevantChanges.at(-1)?.type !== 'subscribed'
  const last = relevantChanges.findLast((one) => isBefore(one, occurredAt))
  if (last?.type === 'subscribed') return { reason: 'NOT_RECORDED', date: last.at }
  // It subscribed at a moment that nobody recorded, or may have.
  if (isUnexplained || hasGap) return { reason: 'NOT_RECORDED' }
  if (last !== undefined) return { reason: last.type === 'revoked' ? 'REVOKED' : 'UNSUBSCRIBED_BEFORE', date: last.at }
  const later = relevantChanges.find(({ type }) => type === 'subscribed')
  if (later !== undefined) return { reason: 'SUBSCRIBED_LATER', date: later.at }

  const fullRefusal = refusals.findLast(
    ({ at, errorReason }) => at <= occurredAt.at && errorReason?.code === 'SESSION_FULL',
  )
  if (fullRefusal !== undefined)
    return {
      reason: 'SUBSCRIPTION_LIMIT_REACHED',
      date: fullRefusal.at,
      limit: limits.subscriptionsPerSession,
      detail: fullRefusal.detail,
    }
  if (isRequested === false && !isGrantedNow) return { reason: 'APP_LACKS_SCOPE', scope }
  const scopeRefusal = refusals.findLast(
    ({ at, errorReason }) => at <= occurredAt.at && errorReason?.code === 'SCOPE_MISSING',
  )
  if (scopeRefusal !== undefined)
    return { reason: 'NOT_GRANTED', scope, date: scopeRefusal.at, detail: scopeRefusal.detail }
  if (isGranted === false) return { reason: 'NOT_GRANTED', scope }
  if (changes === null) return { reason: 'NOT_RECORDED' }
  const otherSubscriptions = subscriptionsAt(changes, occurredAt)
  const otherChannel = otherSubscriptions.find((one) => one.eventType === eventType)
  if (otherChannel !== undefined) return { reason: 'OTHER_CHANNEL', detail: otherChannel.channelId }
  const otherType = otherSubscriptions.find((one) => one.channelId === channelId)
  if (otherType !== undefined) return { reason: 'OTHER_EVENT_TYPE', detail: otherType.eventType }
  return { reason: 'NOT_SUBSCRIBED', ...(!isGrantedNow && { scope }) }
}

/** What a session was subscribed to at a moment. */
function subscriptionsAt(changes: readonly SubscriptionChange[], moment: Moment): SubscriptionChange[] {
  const subscriptions = new Map<string, SubscriptionChange>()
  for (const change of changes.filter((candidate) => isBefore(candidate, moment))) {
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

export type WebhookFacts = {
  /** What is older than this is not kept. */
  retainedSince: number
  isNotified: boolean
  webhook: { status: 'ENABLED' | 'DISABLED'; changedAt: number; detail: string | null } | null
  /** The notification of the event, or the one that repeats it and came furthest. */
  delivery: {
    deliveryId: string
    state: 'WAITING' | 'DELIVERED' | 'EXHAUSTED'
    nextAttemptAt: number | null
    endedAt: number | null
    detail: string | null
  } | null
}

/** Why an event did not come to the webhook of an application. */
export function whyNotSentToWebhook(
  event: QueriedEvent,
  { retainedSince, isNotified, webhook, delivery }: WebhookFacts,
): Explanation {
  if (!isNotified) return { reason: 'NOT_NOTIFIED' }
  if (event.occurredAt === null) return whyNoEvent(event)
  if (delivery === null) return { reason: event.occurredAt.at < retainedSince ? 'NOT_RECORDED' : 'NO_WEBHOOK' }
  const { deliveryId, state, nextAttemptAt, endedAt, detail } = delivery
  if (state === 'DELIVERED') return { reason: 'SENT', date: endedAt, deliveryId }
  if (state === 'EXHAUSTED') return { reason: 'EXHAUSTED', date: endedAt, deliveryId, detail }
  if (webhook === null) return { reason: 'NO_WEBHOOK', deliveryId }
  if (webhook.status === 'DISABLED')
    return { reason: 'WEBHOOK_DISABLED', date: webhook.changedAt, deliveryId, detail: webhook.detail }
  return { reason: 'WAITING', date: nextAttemptAt, deliveryId, detail }
}
