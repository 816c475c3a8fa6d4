import { sql } from 'kysely'
import type { Reader } from '../../../infra/db/db.ts'
import { isFound } from '../../../infra/db/results.ts'

type Claim = { id: string; uploader: string; leaseSec: number }

/**
 * Claims the upload of a recording that has ended or a clip that is made, or goes on with it. False: it is deleted, uploaded,
 * or another process uploads it.
 */
export async function claimUpload(db: Reader, { id, uploader, leaseSec }: Claim): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into stored_file (id, uploader, lease_expires_at_db)
    select id, ${uploader}, clock_timestamp() + make_interval(secs => ${leaseSec}) from (
      select id from recording where id = ${id} and ended_at is not null
      union all select id from clip where id = ${id} and duration_ms > 0) as ended
    on conflict (id) do update
      set uploader = excluded.uploader, lease_expires_at_db = excluded.lease_expires_at_db
      where stored_file.bytes is null and (stored_file.uploader = excluded.uploader
        or stored_file.lease_expires_at_db < clock_timestamp())`.execute(db)
  return numAffectedRows === 1n
}

/** Ends an upload; `bytes`: those of the file, null after a failure. */
export async function endUpload(db: Reader, id: string, uploader: string, bytes: number | null): Promise<void> {
  await db
    .updateTable('stored_file')
    .set({ bytes, lease_expires_at_db: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('uploader', '=', uploader)
    .where('bytes', 'is', null)
    .execute()
}

/** Bytes of an uploaded file; null: it is not uploaded. */
export async function findStoredBytes(db: Reader, id: string): Promise<number | null> {
  const row = await db.selectFrom('stored_file').where('id', '=', id).select('bytes').executeTakeFirst()
  return row?.bytes ?? null
}

/** The files that are uploaded, or were begun. */
export function listStoredFiles(db: Reader): Promise<{ id: string; bytes: number | null }[]> {
  return db.selectFrom('stored_file').select(['id', 'bytes']).execute()
}

/** Whether a file may have objects, and no process uploads it. */
export function hasObjects(db: Reader, id: string): Promise<boolean> {
  return notUploading(db, id).$call(isFound)
}

export async function deleteStoredFile(db: Reader, id: string): Promise<void> {
  await db.deleteFrom('stored_file').where('id', 'in', notUploading(db, id)).execute()
}

function notUploading(db: Reader, id: string) {
  return db
    .selectFrom('stored_file')
    .select('id')
    .where('id', '=', id)
    .where('lease_expires_at_db', '<=', sql<Date>`clock_timestamp()`)
}
