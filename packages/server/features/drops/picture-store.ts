import { sql } from 'kysely'
import { isUuid } from '../../shared/ids.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstOrNull, isFound } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

export async function insertPicture(tx: Tx, picture: Tables['reward_picture']) {
  await tx.insertInto('reward_picture').values(picture).execute()
}

/** Deletes the pictures of a locked application that no reward has, except the `kept` newest. */
export async function deleteUnusedPictures(tx: Tx, clientId: string, kept: number) {
  await sql`
    delete from reward_picture where id in (
      select id from reward_picture where client_id = ${clientId}
        and not exists (select from reward where picture_id = reward_picture.id)
      order by created_at desc, id offset ${kept})`.execute(tx)
}

/** How many of these pictures a locked application has. */
export async function countPictures(tx: Tx, clientId: string, pictureIds: readonly string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('reward_picture')
    .where('client_id', '=', clientId)
    .where('id', '=', sql<string>`any(${pictureIds.filter(isUuid)}::uuid[])`)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a picture exists, and its content. */
export function pictureSource(db: Reader, pictureId: string) {
  const rows = db.selectFrom('reward_picture').where('id', '=', pictureId)
  return {
    exists: () => rows.select('id').$call(isFound),
    load: () => rows.select(['type', 'bytes']).$call(firstOrNull),
  }
}
