import type { SiteSettings } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'

/** The settings that were changed. */
export async function loadSiteSettings(db: Reader): Promise<Partial<SiteSettings>> {
  const rows = await db.selectFrom('site_setting').selectAll().execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function putSiteSettings(tx: Tx, changed: Partial<SiteSettings>): Promise<void> {
  const rows = Object.entries(changed).map(([name, value]) => ({ name, value: JSON.stringify(value) }))
  await tx
    .insertInto('site_setting')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`excluded.value` }))
    .execute()
}
