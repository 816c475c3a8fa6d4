import type { UploadKind } from '@onair/contract'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { countRows, firstOrNull, firstValue, hasChanged, isFound } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** The files of a channel that has not ended, without their bytes, by name. */
export function findUploads(db: Reader, channelId: string, kind?: UploadKind) {
  return db
    .selectFrom('channel_upload')
    .innerJoin('channel', 'channel.id', 'channel_upload.channel_id')
    .where('channel.id', '=', channelId)
    .where('channel.ended_at', 'is', null)
    .$if(kind !== undefined, (uploads) => uploads.where('kind', '=', kind ?? 'emoticon'))
    .orderBy('kind')
    .orderBy('months')
    .orderBy('channel_upload.name')
    .select(['channel_upload.id', 'kind', 'channel_upload.name', 'months'])
    .execute()
}

/** Locks the channel of uploads. */
export async function lockUploads(tx: Tx, channelId: string): Promise<void> {
  await tx.selectFrom('channel').select('id').where('id', '=', channelId).forNoKeyUpdate().execute()
}

export function countUploads(tx: Tx, channelId: string, kind: UploadKind): Promise<number> {
  return tx.selectFrom('channel_upload').where('channel_id', '=', channelId).where('kind', '=', kind).$call(countRows)
}

export async function putUploadRow(
  tx: Tx,
  { id, months, type, bytes, ...name }: Tables['channel_upload'],
): Promise<void> {
  const file = { id, months, type, bytes }
  await tx
    .insertInto('channel_upload')
    .values({ ...name, ...file })
    .onConflict((conflict) => conflict.columns(['channel_id', 'kind', 'name']).doUpdateSet(file))
    .execute()
}

type Name = { channelId: string; kind: UploadKind; name: string }

/** Returns the id of the file, or null when there is none of this name. */
export function updateMonths(tx: Tx, { months, ...upload }: Name & { months: number }): Promise<string | null> {
  return tx
    .updateTable('channel_upload')
    .set({ months })
    .where('channel_id', '=', upload.channelId)
    .where('kind', '=', upload.kind)
    .where('name', '=', upload.name)
    .returning('id')
    .$call(firstValue)
}

/** Returns whether there was one. */
export function deleteUploadRow(tx: Tx, { channelId, kind, name }: Name): Promise<boolean> {
  return tx
    .deleteFrom('channel_upload')
    .where('channel_id', '=', channelId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .$call(hasChanged)
}

/** Whether a file exists, and its content. That of a suspended channel does not. */
export function uploadSource(db: Reader, id: string) {
  const rows = db
    .selectFrom('channel_upload')
    .innerJoin('channel', 'channel.id', 'channel_upload.channel_id')
    .where('channel_upload.id', '=', id)
    .where('channel.ended_at', 'is', null)
  return {
    exists: () => rows.select('channel_upload.id').$call(isFound),
    load: () => rows.select(['type', 'bytes']).$call(firstOrNull),
  }
}
