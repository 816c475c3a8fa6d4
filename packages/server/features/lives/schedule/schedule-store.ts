import { limits } from '@onair/contract'
import { sql } from 'kysely'
import { deleteRows } from '../../../infra/db/batches.ts'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import { firstOrNull, isFound } from '../../../infra/db/results.ts'
import type { Tables } from '../../../infra/db/tables.ts'
import { mayStream } from '../streamer-store.ts'
import type { Plan } from './schedule-rules.ts'

export type PlanRow = Plan & {
  id: string
  title: string
  categoryId: string | null
  categoryValue: string | null
  categoryEnglishName: string | null
}

const planColumns = sql`scheduled_live.id, scheduled_live.title, local_start as "localStart", time_zone as "timeZone",
  is_weekly as "isWeekly", length_min as "lengthMin", cancelled_days as "cancelledDays",
  category.id as "categoryId", category.name_ko as "categoryValue", category.name_en as "categoryEnglishName"`

/** The plans of a channel, the oldest first. */
export async function listPlans(db: Reader, channelId: string): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from scheduled_live left join category on category.id = category_id
    where channel_id = ${channelId} order by scheduled_live.created_at, scheduled_live.id
    limit ${limits.scheduledLives}`.execute(db)
  return rows
}

export type ShelfPlanRow = PlanRow & {
  channelId: string
  channelName: string
  pictureId: string | null
  nextAt: number
}

/** The next plan of each channel that everyone may watch, also children, and that may go live, if it starts in a period. */
export async function findNextPlans(
  db: Reader,
  { from, until, limit }: { from: number; until: number; limit: number },
): Promise<ShelfPlanRow[]> {
  const { rows } = await sql<ShelfPlanRow>`
    with coming as (
      select ${planColumns}, next_at as "nextAt", channel.id as "channelId", channel.name as "channelName",
        channel_picture.id as "pictureId"
      from scheduled_live
      join channel on channel.id = scheduled_live.channel_id
      left join channel_picture on channel_picture.channel_id = channel.id
      left join category on category.id = category_id
      where next_at > ${from} and next_at <= ${until} and (is_weekly or cancelled_days = '{}')
        and channel.ended_at is null and ${mayStream(sql`channel.id`)}
        and not exists (select from live_setting where channel_id = channel.id and (audience <> 'EVERYBODY' or adult))
      -- Enough for different channels, as each has a bound.
      order by next_at, scheduled_live.id limit ${limit * limits.scheduledLives}),
    next as (select distinct on ("channelId") * from coming order by "channelId", "nextAt", id)
    select * from next order by "nextAt", id limit ${limit}`.execute(db)
  return rows
}

/** Locks the channel, so that its plans are counted one after another. Returns their number. */
export async function lockPlans(tx: Tx, channelId: string): Promise<number> {
  await tx.selectFrom('channel').select('id').where('id', '=', channelId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('scheduled_live')
    .where('channel_id', '=', channelId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Locks a plan of the channel. Null: there is none. */
export function lockPlan(tx: Tx, channelId: string, id: string): Promise<Plan | null> {
  return tx
    .selectFrom('scheduled_live')
    .where('id', '=', id)
    .where('channel_id', '=', channelId)
    .select([
      'local_start as localStart',
      'time_zone as timeZone',
      'is_weekly as isWeekly',
      'length_min as lengthMin',
      'cancelled_days as cancelledDays',
    ])
    .forUpdate()
    .$call(firstOrNull)
}

export async function insertPlan(tx: Tx, plan: Tables['scheduled_live']): Promise<void> {
  await tx.insertInto('scheduled_live').values(plan).execute()
}

export async function updatePlan(tx: Tx, id: string, plan: Partial<Tables['scheduled_live']>): Promise<void> {
  await tx.updateTable('scheduled_live').set(plan).where('id', '=', id).execute()
}

/** Deletes a plan of the channel. False: there is none. */
export function deletePlan(tx: Tx, channelId: string, id: string): Promise<boolean> {
  return tx
    .deleteFrom('scheduled_live')
    .where('id', '=', id)
    .where('channel_id', '=', channelId)
    .returning('id')
    .$call(isFound)
}

export async function deletePlans(tx: Tx, channelId: string): Promise<void> {
  await tx.deleteFrom('scheduled_live').where('channel_id', '=', channelId).execute()
}

/** Locks weekly plans whose next start has passed. */
export async function lockPassedPlans(tx: Tx, now: number, limit: number): Promise<(Plan & { id: string })[]> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from scheduled_live left join category on category.id = category_id
    where is_weekly and next_at <= ${now} order by next_at limit ${limit}
    for update of scheduled_live skip locked`.execute(tx)
  return rows
}

export async function updateNextStarts(tx: Tx, nexts: readonly { id: string; nextAt: number }[]): Promise<void> {
  await sql`
    update scheduled_live set next_at = news."nextAt"
    from jsonb_to_recordset(${JSON.stringify(nexts)}::jsonb) as news(id uuid, "nextAt" bigint)
    where scheduled_live.id = news.id`.execute(tx)
}

/** Deletes plans that are not repeated and began before a time. */
export function deletePassedPlans(tx: Tx, before: number, limit: number): Promise<number> {
  return deleteRows(tx, 'scheduled_live', sql`not is_weekly and next_at < ${before}`, limit)
}
