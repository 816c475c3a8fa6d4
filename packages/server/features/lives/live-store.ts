import { sql, type Insertable } from 'kysely'
import { deleteRows } from '../../infra/db/batches.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** The current live of a channel, or null. */
export async function loadLiveId(db: Reader, channelId: string): Promise<number | null> {
  const row = await db
    .selectFrom('live')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function insertLive(
  tx: Tx,
  live: Omit<Insertable<Tables['live']>, 'was_limited' | 'adult_by_site'>,
): Promise<number> {
  const wasLimited = sql<boolean>`exists (
    select from live_setting where channel_id = ${live.channel_id} and (audience <> 'EVERYBODY' or adult))`
  const row = { ...live, was_limited: wasLimited }
  const { id } = await tx.insertInto('live').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Notes that the running live is private or for adults. */
export async function markLimited(tx: Tx, channelId: string) {
  await tx
    .updateTable('live')
    .set({ was_limited: true })
    .where('channel_id', '=', channelId)
    .where('closed_at', 'is', null)
    .execute()
}

/** Whether the site has set the age limit of the running live. Read after the settings are locked. */
export async function isAdultBySite(tx: Tx, channelId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('live')
    .select('adult_by_site')
    .where('channel_id', '=', channelId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row?.adult_by_site ?? false
}

/** Notes whether the site has set the age limit of a live. */
export async function setAdultBySite(tx: Tx, liveId: number, adultBySite: boolean) {
  await tx.updateTable('live').set({ adult_by_site: adultBySite }).where('id', '=', liveId).execute()
}

export async function updateSimulatedViewers(tx: Tx, liveId: number, simulatedViewers: number) {
  await tx.updateTable('live').set({ simulated_viewers: simulatedViewers }).where('id', '=', liveId).execute()
}

/** Ends a live, which keeps its title and category, and removes its viewers. */
export async function closeLive(tx: Tx, liveId: number, now: number) {
  await tx
    .updateTable('live')
    .set((row) => {
      const setting = row.selectFrom('live_setting').whereRef('live_setting.channel_id', '=', 'live.channel_id')
      return {
        closed_at: now,
        title: setting.select('default_live_title'),
        category_id: setting.select('live_setting.category_id'),
      }
    })
    .where('id', '=', liveId)
    .execute()
  await tx.deleteFrom('live_viewer').where('live_id', '=', liveId).execute()
}

/** Deletes up to `limit` lives, and returns their number. */
export function deleteLivesEndedBefore(tx: Tx, before: number, limit: number): Promise<number> {
  return deleteRows(tx, 'live', sql`closed_at < ${before}`, limit)
}

export async function countLives(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('live')
    .where('closed_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
