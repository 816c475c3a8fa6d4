import { sql } from 'kysely'
import type { Tx } from '../../infra/db/db.ts'

/** Empties every table but those of the schema, the clock and the processes that hold sockets. */
export async function truncateAll(tx: Tx) {
  // The channels first: most that read several tables begin there, and so wait for this change and hold nothing it needs.
  await sql`truncate channel, account, app, live_order, organization, sink, inspector_record cascade`.execute(tx)
}

/** Holds the making of the demo world until the change ends. */
export async function lockDemo(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtext('onair.demo'))`.execute(tx)
}
