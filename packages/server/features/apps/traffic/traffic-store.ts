import { sql } from 'kysely'
import type { Reader, Tx } from '../../../infra/db/db.ts'

/** Calls that an application makes, or notifications that are sent to its endpoints. */
export type TrafficKind = 'call' | 'delivery'
/** The periods that are counted. Rows of a minute are kept for a shorter time. */
export const trafficStepsSec = { minute: 60, hour: 3_600 }

export type TrafficRow = {
  clientId: string
  kind: TrafficKind
  stepSec: number
  /** When the step begins. */
  at: number
  /** `GET /open/v1/lives`, or the id of the endpoint. */
  operation: string
  /** 0 if there was no response. */
  status: number
  /** An error code, or empty. */
  code: string
  count: number
  lastAt: number
  latency: number[]
}

/** Adds counts. Skips applications deleted in the meantime. Writes in one order, so that processes do not deadlock. */
export async function addTraffic(tx: Tx, rows: readonly TrafficRow[]): Promise<void> {
  await sql`
    insert into app_traffic (client_id, kind, step_sec, at, operation, status, code, count, last_at, latency)
    select app.client_id, added.kind, added."stepSec", added.at, added.operation, added.status, added.code, added.count,
      added."lastAt", added.latency
    from json_to_recordset(${JSON.stringify(rows)}::json) as added (
      "clientId" text, kind text, "stepSec" integer, at bigint, operation text, status integer, code text, count bigint,
      "lastAt" bigint, latency integer[])
    join app on app.client_id = added."clientId"
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (client_id, kind, step_sec, at, operation, status, code) do update set
      count = app_traffic.count + excluded.count,
      last_at = greatest(app_traffic.last_at, excluded.last_at),
      latency = array(
        select known + added
        from unnest(app_traffic.latency, excluded.latency) with ordinality as bucket (known, added, position)
        order by position)`.execute(tx)
}

/** Lists the counts of an application since `from`, by the steps of one length. */
export function listTraffic(
  db: Reader,
  { clientId, kind, stepSec, from }: Pick<TrafficRow, 'clientId' | 'kind' | 'stepSec'> & { from: number },
): Promise<Omit<TrafficRow, 'clientId' | 'kind' | 'stepSec'>[]> {
  return db
    .selectFrom('app_traffic')
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .where('step_sec', '=', stepSec)
    .where('at', '>=', from)
    .orderBy('at')
    .orderBy('operation')
    .orderBy('status')
    .orderBy('code')
    .select(['at', 'operation', 'status', 'code', 'count', 'last_at as lastAt', 'latency'])
    .execute()
}

/** The failed calls of an application since `from`, added up by operation, status and error code. */
export async function sumFailedCalls(db: Reader, { clientId, from }: { clientId: string; from: number }) {
  const { rows } = await sql<Pick<TrafficRow, 'operation' | 'status' | 'code' | 'count'>>`
    select operation, status, code, sum(count)::float8 as count from app_traffic
    where client_id = ${clientId} and kind = 'call' and step_sec = ${trafficStepsSec.hour} and at >= ${from}
      and status >= 400
    group by operation, status, code`.execute(db)
  return rows
}

/** The calls and errors by hour of those of the applications that the person may view. */
export async function listOwnedTraffic(
  db: Reader,
  { channelId, clientIds, from }: { channelId: string; clientIds: readonly string[]; from: number },
) {
  const { rows } = await sql<{ clientId: string; at: number; calls: number; errors: number }>`
    select client_id as "clientId", at, sum(count)::float8 as calls,
      coalesce(sum(count) filter (where status >= 400), 0)::float8 as errors
    from app_traffic
    where client_id in (
        select client_id from app_member join app using (client_id)
        where client_id = any(${clientIds}::text[]) and channel_id = ${channelId} and deleted_at is null)
      and kind = 'call' and step_sec = ${trafficStepsSec.hour} and at >= ${from}
    group by client_id, at order by client_id, at`.execute(db)
  return rows
}
