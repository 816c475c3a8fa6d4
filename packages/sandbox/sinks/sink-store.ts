import { sql, type Insertable, type Selectable } from 'kysely'
import type { Reader, Tx } from '@onair/server/infra/db/db.ts'
import type { Tables } from '@onair/server/infra/db/tables.ts'

type SinkBehavior = Pick<Insertable<Tables['sink']>, 'status' | 'delay_ms' | 'fail_first' | 'fail_status'>

/** Sets how a sink responds, and deletes the requests it has received. */
export async function putSink(tx: Tx, name: string, behavior: SinkBehavior) {
  await deleteSink(tx, name)
  await tx
    .insertInto('sink')
    .values({ name, ...behavior })
    .execute()
}

export async function deleteSink(tx: Tx, name: string) {
  await tx.deleteFrom('sink').where('name', '=', name).execute()
}

/** Counts a request to a sink that was set. The row stays locked until the transaction ends. */
export function countRequestOfKnown(tx: Tx, name: string): Promise<Selectable<Tables['sink']> | undefined> {
  return tx
    .updateTable('sink')
    .set({ received: sql`received + 1`, last_used_at_db: sql`now()` })
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirst()
}

/** Counts a request, and creates the sink if it does not exist. The row stays locked until the transaction ends. */
export function countRequest(tx: Tx, name: string): Promise<Selectable<Tables['sink']>> {
  return tx
    .insertInto('sink')
    .values({ name, received: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ received: sql`sink.received + 1`, last_used_at_db: sql`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores a request, and deletes the oldest of more than `maxKept`. */
export async function insertRequest(tx: Tx, request: Tables['sink_request'], maxKept: number) {
  await tx.insertInto('sink_request').values(request).execute()
  await tx
    .deleteFrom('sink_request')
    .where('sink', '=', request.sink)
    .where('number', '<=', request.number - maxKept)
    .execute()
}

/** Deletes all but the `maxKept` sinks used last. */
export async function deleteSinksBeyond(tx: Tx, maxKept: number) {
  const surplus = tx
    .selectFrom('sink')
    .select('name')
    .orderBy('last_used_at_db', 'desc')
    .orderBy('name')
    .offset(maxKept)
  await tx.deleteFrom('sink').where('name', 'in', surplus).execute()
}

export async function loadReceived(db: Reader, name: string): Promise<number> {
  const row = await db.selectFrom('sink').select('received').where('name', '=', name).executeTakeFirst()
  return row?.received ?? 0
}

export function findRequests(db: Reader, name: string, after: number) {
  return db
    .selectFrom('sink_request')
    .selectAll()
    .where('sink', '=', name)
    .where('number', '>', after)
    .orderBy('number')
    .execute()
}
