import { sql, type RawBuilder } from 'kysely'

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
