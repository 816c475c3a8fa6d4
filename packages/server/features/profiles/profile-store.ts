import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstOrNull, isFound } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** The texts, the picture and the handle of a channel. Null: there is no such channel. */
export function loadProfileRow(db: Reader, channelId: string) {
  return db
    .selectFrom('channel')
    .leftJoin('channel_profile', 'channel_profile.channel_id', 'channel.id')
    .leftJoin('channel_picture', 'channel_picture.channel_id', 'channel.id')
    .leftJoin('channel_handle', (join) =>
      join.onRef('channel_handle.channel_id', '=', 'channel.id').on('channel_handle.released_at', 'is', null),
    )
    .where('channel.id', '=', channelId)
    .where('channel.ended_at', 'is', null)
    .select(['introduction', 'links', 'channel_picture.id as pictureId', 'handle'])
    .$call(firstOrNull)
}

export async function putProfileRow(
  tx: Tx,
  channelId: string,
  { introduction, links }: { introduction: string | null; links: string | null },
): Promise<void> {
  await tx
    .insertInto('channel_profile')
    .values({ channel_id: channelId, introduction: introduction ?? '', links: links ?? '[]' })
    .onConflict((conflict) =>
      conflict
        .column('channel_id')
        .doUpdateSet({ ...(introduction !== null && { introduction }), ...(links !== null && { links }) }),
    )
    .execute()
}

export async function deleteProfileRow(tx: Tx, channelId: string): Promise<void> {
  await tx.deleteFrom('channel_profile').where('channel_id', '=', channelId).execute()
}

export async function putPictureRow(tx: Tx, { channel_id, ...picture }: Tables['channel_picture']): Promise<void> {
  await tx
    .insertInto('channel_picture')
    .values({ channel_id, ...picture })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(picture))
    .execute()
}

export async function deletePictureRow(tx: Tx, channelId: string): Promise<void> {
  await tx.deleteFrom('channel_picture').where('channel_id', '=', channelId).execute()
}

/** Whether a picture exists, and its content. That of a suspended channel does not. */
export function channelPictureSource(db: Reader, pictureId: string) {
  const rows = db
    .selectFrom('channel_picture')
    .innerJoin('channel', 'channel.id', 'channel_picture.channel_id')
    .where('channel_picture.id', '=', pictureId)
    .where('channel.ended_at', 'is', null)
  return {
    exists: () => rows.select('channel_picture.id').$call(isFound),
    load: () => rows.select(['type', 'bytes']).$call(firstOrNull),
  }
}

/** The channel of a handle that it has, or gave up after a time. */
export function findChannelOfHandle(
  db: Reader,
  skeleton: string,
  releasedAfter: number,
): Promise<{ channelId: string } | null> {
  return db
    .selectFrom('channel_handle')
    .innerJoin('channel', 'channel.id', 'channel_handle.channel_id')
    .where('skeleton', '=', skeleton)
    .where('channel.ended_at', 'is', null)
    .where((where) => where.or([where('released_at', 'is', null), where('released_at', '>', releasedAfter)]))
    .select('channel.id as channelId')
    .$call(firstOrNull)
}

/** The handles that a channel has or gave up after a time, the current one first. */
export function findHandlesOf(db: Reader, channelId: string, releasedAfter: number) {
  return db
    .selectFrom('channel_handle')
    .where('channel_id', '=', channelId)
    .where((where) => where.or([where('released_at', 'is', null), where('released_at', '>', releasedAfter)]))
    .orderBy('released_at', (order) => order.desc().nullsFirst())
    .select(['skeleton', 'handle', 'released_at as releasedAt'])
    .execute()
}

/** Handles change one after another: each change looks at the handles of others. */
export async function lockHandles(tx: Tx): Promise<void> {
  await sql`lock table channel_handle in share row exclusive mode`.execute(tx)
}

/** Deletes the handles that were given up before a time, and gives up the current one. */
export async function releaseHandle(
  tx: Tx,
  channelId: string,
  { now, releasedAfter }: { now: number; releasedAfter: number },
): Promise<void> {
  await tx
    .deleteFrom('channel_handle')
    .where('channel_id', '=', channelId)
    .where('released_at', '<=', releasedAfter)
    .execute()
  await tx
    .updateTable('channel_handle')
    .set({ released_at: now })
    .where('channel_id', '=', channelId)
    .where('released_at', 'is', null)
    .execute()
}

/** Gives a channel a handle, unless another channel has it or gave it up after a time: then false. */
export async function takeHandle(
  tx: Tx,
  {
    skeleton,
    handle,
    channelId,
    releasedAfter,
  }: {
    skeleton: string
    handle: string
    channelId: string
    releasedAfter: number
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into channel_handle (skeleton, handle, channel_id, released_at)
    values (${skeleton}, ${handle}, ${channelId}, null)
    on conflict (skeleton) do update
      set handle = excluded.handle, channel_id = excluded.channel_id, released_at = null
      where channel_handle.channel_id = excluded.channel_id or channel_handle.released_at <= ${releasedAfter}
    returning skeleton`.execute(tx)
  return rows.length > 0
}

/** Frees the handles of a channel. */
export async function deleteHandles(tx: Tx, channelId: string): Promise<void> {
  await tx.deleteFrom('channel_handle').where('channel_id', '=', channelId).execute()
}
