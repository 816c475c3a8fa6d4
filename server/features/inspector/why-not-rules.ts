import { limits, type Reason, type Why, type WhyNotReason } from '@onair/contract'

/** A moment of the platform's time, and the place among the records where there is one, which tells moments of one millisecond apart. */
export type Moment = { at: number; position: number | null }
/** What a session was told of its subscriptions, oldest first. */
export type Told = Moment & { what: 'subscribed' | 'unsubscribed' | 'revoked'; eventType: string; channelId: string }
export type Refused = { at: number; said: string; why?: Why | undefined }

export type Event = { eventType: string; channelId: string; happened: Moment | null; refused: Refused | null }

/** What is known of one session. `told` is null where nothing of it was recorded; `subscribed` is as the database has it now. */
export type SessionFacts = {
  sessionKey: string
  ticketExpiresAt: number
  connected: Moment | null
  closed: (Moment & { said: string | null }) | null
  told: readonly Told[] | null
  subscribed: readonly { eventType: string; channelId: string }[]
  sent: Moment | null
  /** Subscribing this that was refused, oldest first. */
  refused: readonly Refused[]
  /** Whether something was left out of the records since it connected. */
  hasGap: boolean
}

/** What the application and the person of the channel had agreed on when it happened; null where that is not known any more. */
export type Permission = { scope: string; isAsked: boolean | null; isGranted: boolean | null; isGrantedNow: boolean }

/** Whether something held at a moment, from how it stands and since when; null where it came about later, or nobody knows when. */
export function heldAt(moment: Moment | null, { holds, since }: { holds: boolean; since: number | null }) {
  return moment !== null && since !== null && since < moment.at ? holds : null
}

export type Answer = {
  reason: WhyNotReason
  date?: number | null
  sessionKey?: string
  scope?: string
  limit?: number
  deliveryId?: string
  said?: string | null
  why?: Why | undefined
}

/** Why an event came to none of these sessions: of the one that came closest. A session that was asked for is the only one. */
export function whyNotToSessions(
  event: Event,
  sessions: readonly SessionFacts[],
  permission: Permission,
  openRefused: Refused | null,
  now: number,
): Answer {
  if (event.happened === null) return whyNothing(event)
  const { happened } = event
  const answers = sessions
    .map((session) => ({
      ...whyNotToSession(event, happened, session, permission, now),
      sessionKey: session.sessionKey,
    }))
    .sort((one, other) => closeness(other.reason) - closeness(one.reason))
  const [closest] = answers
  const wasThere = closest !== undefined && closeness(closest.reason) > closeness('DISCONNECTED')
  const isLatest = openRefused !== null && openRefused.at >= (closest?.date ?? 0) && openRefused.at <= happened.at
  if (isLatest && !wasThere)
    return { reason: 'SESSION_LIMIT_REACHED', date: openRefused.at, said: openRefused.said, why: openRefused.why }
  return closest ?? { reason: 'NEVER_CONNECTED' }
}

function whyNothing({ refused }: Event): Answer {
  if (refused === null) return { reason: 'NOTHING_HAPPENED' }
  const { at: date, said, why } = refused
  const reason = why === undefined ? 'REFUSED' : (byRefusal.get(why.reason) ?? 'REFUSED')
  return { reason, date, said, why }
}

const chatRules = [
  'CHAT_FOR_VERIFIED',
  'CHAT_FOR_MANAGERS',
  'CHAT_FOR_SUBSCRIBERS',
  'CHAT_FOR_FOLLOWERS',
  'CHAT_FOR_LONGER_FOLLOWERS',
  'ONLY_EMOTICONS',
  'SLOW_MODE',
] as const satisfies readonly Reason[]
const byRefusal = new Map<Reason, WhyNotReason>([
  ['RESTRICTED', 'RESTRICTED'],
  ['TEMPORARILY_RESTRICTED', 'RESTRICTED'],
  ...chatRules.map((rule) => [rule, 'REFUSED_BY_CHAT_RULES'] as const),
])

/** Of openings that were refused, newest first, the last that found all places taken. */
export function limitAmong(refused: readonly Refused[]): Refused | null {
  return refused.find(({ why }) => why?.reason === 'TOO_MANY_SESSIONS') ?? null
}

/** From what is furthest from arriving to what is nearest. */
const byCloseness: readonly WhyNotReason[] = [
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
  return byCloseness.indexOf(reason)
}

function whyNotToSession(
  event: Event,
  happened: Moment,
  session: SessionFacts,
  permission: Permission,
  now: number,
): Answer {
  const { sent, connected, closed, ticketExpiresAt } = session
  if (sent !== null) return { reason: 'SENT', date: sent.at }
  if (connected === null) {
    const said = ticketExpiresAt <= now ? 'expired' : 'unused'
    return { reason: 'NEVER_CONNECTED', date: ticketExpiresAt, said }
  }
  if (isBefore(happened, connected)) return { reason: 'CONNECTED_LATER', date: connected.at }
  if (closed !== null && isBefore(closed, happened))
    return { reason: 'DISCONNECTED', date: closed.at, said: closed.said }
  return whyNotSubscribed(event, happened, session, permission)
}

function whyNotSubscribed(
  { eventType, channelId }: Event,
  happened: Moment,
  { told, subscribed, refused, hasGap }: SessionFacts,
  { scope, isAsked, isGranted, isGrantedNow }: Permission,
): Answer {
  const isWanted = (one: { eventType: string; channelId: string }) =>
    one.eventType === eventType && one.channelId === channelId
  const ofThis = (told ?? []).filter(isWanted)
  const isUnexplained = subscribed.some(isWanted) && ofThis.at(-1)?.what !== 'subscribed'
  const last = ofThis.findLast((one) => isBefore(one, happened))
  if (last?.what === 'subscribed') return { reason: 'NOT_RECORDED', date: last.at }
  // It subscribed at a moment that nobody recorded, or may have.
  if (isUnexplained || hasGap) return { reason: 'NOT_RECORDED' }
  if (last !== undefined) return { reason: last.what === 'revoked' ? 'REVOKED' : 'UNSUBSCRIBED_BEFORE', date: last.at }
  const later = ofThis.find(({ what }) => what === 'subscribed')
  if (later !== undefined) return { reason: 'SUBSCRIBED_LATER', date: later.at }

  const asFull = refused.findLast(({ at, why }) => at <= happened.at && why?.reason === 'SESSION_FULL')
  if (asFull !== undefined)
    return {
      reason: 'SUBSCRIPTION_LIMIT_REACHED',
      date: asFull.at,
      limit: limits.subscriptionsPerSession,
      said: asFull.said,
    }
  if (isAsked === false && !isGrantedNow) return { reason: 'APP_LACKS_SCOPE', scope }
  const asMissing = refused.findLast(({ at, why }) => at <= happened.at && why?.reason === 'SCOPE_MISSING')
  if (asMissing !== undefined) return { reason: 'NOT_GRANTED', scope, date: asMissing.at, said: asMissing.said }
  if (isGranted === false) return { reason: 'NOT_GRANTED', scope }
  if (told === null) return { reason: 'NOT_RECORDED' }
  const others = standingAt(told, happened)
  const elsewhere = others.find((one) => one.eventType === eventType)
  if (elsewhere !== undefined) return { reason: 'OTHER_CHANNEL', said: elsewhere.channelId }
  const otherwise = others.find((one) => one.channelId === channelId)
  if (otherwise !== undefined) return { reason: 'OTHER_EVENT_TYPE', said: otherwise.eventType }
  return { reason: 'NOT_SUBSCRIBED', ...(!isGrantedNow && { scope }) }
}

/** What a session was subscribed to at a moment. */
function standingAt(told: readonly Told[], moment: Moment): Told[] {
  const standing = new Map<string, Told>()
  for (const one of told.filter((each) => isBefore(each, moment))) {
    const topic = `${one.eventType} ${one.channelId}`
    if (one.what === 'subscribed') standing.set(topic, one)
    else standing.delete(topic)
  }
  return [...standing.values()]
}

function isBefore(one: Moment, other: Moment): boolean {
  if (one.at !== other.at || one.position === null || other.position === null) return one.at < other.at
  return one.position < other.position
}

export type WebhookFacts = {
  /** What is older than this is not kept. */
  keptSince: number
  isNotified: boolean
  webhook: { status: 'ENABLED' | 'DISABLED'; changedAt: number; said: string | null } | null
  /** The notification of the event, or the one that repeats it and came furthest. */
  delivery: {
    deliveryId: string
    state: 'WAITING' | 'DELIVERED' | 'GIVEN_UP'
    nextAttemptAt: number | null
    endedAt: number | null
    said: string | null
  } | null
}

/** Why an event did not come to the webhook of an application. */
export function whyNotToWebhook(event: Event, { keptSince, isNotified, webhook, delivery }: WebhookFacts): Answer {
  if (!isNotified) return { reason: 'NOT_NOTIFIED' }
  if (event.happened === null) return whyNothing(event)
  if (delivery === null) return { reason: event.happened.at < keptSince ? 'NOT_RECORDED' : 'NO_WEBHOOK' }
  const { deliveryId, state, nextAttemptAt, endedAt, said } = delivery
  if (state === 'DELIVERED') return { reason: 'SENT', date: endedAt, deliveryId }
  if (state === 'GIVEN_UP') return { reason: 'GIVEN_UP', date: endedAt, deliveryId, said }
  if (webhook === null) return { reason: 'NO_WEBHOOK', deliveryId }
  if (webhook.status === 'DISABLED')
    return { reason: 'WEBHOOK_DISABLED', date: webhook.changedAt, deliveryId, said: webhook.said }
  return { reason: 'WAITING', date: nextAttemptAt, deliveryId, said }
}
