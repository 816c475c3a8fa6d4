import { sql, type RawBuilder } from 'kysely'
import { eventScopes, losingFaultKinds } from '@onair/contract'

/** The positions and sessions of a record: one row for each receiver, or its own. */
export function receiversOf(record: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select ${record}.position, ${record}.session_key where ${record}.receivers_id is null
    union all
    select ${record}.position + receiver.ordinal - 1, receiver.session_key::text
    from inspector_receivers as list
    cross join lateral unnest(list.session_keys) with ordinality as receiver (session_key, ordinal)
    where list.id = ${record}.receivers_id)`
}

/** The events that are sent to sessions. The others are notifications of webhooks. */
const sessionEvents = sql`record.name in (${sql.join(Object.keys(eventScopes))})`

/**
 * The sessions that the event `record` was sent to, and those that got it: of one application, or of all. The frames of a
 * session are recorded as it got them; an event that a fault took has the record of that fault instead.
 */
function reach(clientId: string | null): RawBuilder<unknown> {
  const ofApp = (alias: string) => (clientId === null ? sql`true` : sql`${sql.ref(`${alias}.client_id`)} = ${clientId}`)
  return sql`(
    select count(distinct session_key)::int as sent,
      count(distinct session_key) filter (where is_received)::int as reached
    from (
      select receiver.session_key, true as is_received from inspector_record as frame
      cross join lateral ${receiversOf(sql`frame`)} as receiver
      where frame.event_id = record.event_id and frame.kind = 'frame' and frame.fault is null and ${ofApp('frame')}
      union all
      select lost.session_key, false from inspector_record as lost
      where lost.event_id = record.event_id and lost.fault = any(${[...losingFaultKinds]}::text[]) and ${ofApp('lost')}
    ) as receivers)`
}

/** `reach` of the event `record` as JSON; null of other records. */
export function reachJson(clientId: string | null): RawBuilder<unknown> {
  return sql`case when record.kind = 'event' and ${sessionEvents} then (
    select json_build_object('sent', sent, 'reached', reached) from ${reach(clientId)} as reach) end`
}

/** Whether `record` is an event that reached no session, or whose notification was not delivered. */
export function isMissed(clientId: string | null): RawBuilder<boolean> {
  return sql<boolean>`record.kind = 'event' and record.event_id is not null and case when ${sessionEvents}
    then (select reached = 0 from ${reach(clientId)} as reach)
    else not exists (
      select from webhook_delivery as delivered
      where delivered.client_id = record.client_id and delivered.claim_id = record.event_id
        and delivered.state = 'DELIVERED') end`
}
