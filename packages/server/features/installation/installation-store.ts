import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { Tables } from '../../infra/db/tables.ts'

type InstallationRow = Pick<Tables['installation'], 'mode' | 'sealed_data_key'>

/** Inserts the row, or sets the mode where none is set, and returns the row. Of several starts at once, the first wins. */
export function claimInstallation(tx: Tx, row: InstallationRow): Promise<InstallationRow> {
  return tx
    .insertInto('installation')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('singleton').doUpdateSet({ mode: sql`coalesce(installation.mode, excluded.mode)` }),
    )
    .returning(['mode', 'sealed_data_key'])
    .executeTakeFirstOrThrow()
}

export async function loadInstallation(db: Reader): Promise<InstallationRow | null> {
  const row = db.selectFrom('installation').select(['mode', 'sealed_data_key']).executeTakeFirst()
  return (await row) ?? null
}

/** When `onair backup` last wrote a file, and when the files were last copied to another place, in system time. */
export async function loadLastBackup(db: Reader) {
  const columns = ['last_backup_at as writtenAt', 'last_backup_copy_at as copiedAt'] as const
  const row = await db.selectFrom('installation').select(columns).executeTakeFirst()
  return row ?? { writtenAt: null, copiedAt: null }
}

export async function updateSealedDataKey(tx: Tx, sealedDataKey: Buffer) {
  await tx.updateTable('installation').set({ sealed_data_key: sealedDataKey }).execute()
}
