import type { SiteDocumentKind, SiteSettings } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstOrNull, isFound } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** The settings that were changed, the logo, the documents that the site has, and the last version that people must accept. */
export async function loadSite(db: Reader) {
  const { rows } = await sql<{
    changed: Partial<SiteSettings>
    logoId: string | null
    documents: SiteDocumentKind[]
    requiredVersion: number
  }>`
    select coalesce((select jsonb_object_agg(name, value) from site_setting), '{}') as changed,
      (select id from site_logo) as "logoId",
      coalesce(array_agg(distinct kind order by kind desc), '{}') as documents,
      coalesce(max(version) filter (where must_be_accepted), 0) as "requiredVersion"
    from site_document
    where kind not in (
      select kind from (select distinct on (kind) kind, text from site_document order by kind, version desc) last
      where text = '')`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate returned no row')
  return row
}

/** Changes of settings that read them first come one after the other. */
export async function lockSiteSettings(tx: Tx): Promise<void> {
  await sql`lock table site_setting in exclusive mode`.execute(tx)
}

export async function putSiteSettings(tx: Tx, changed: Partial<SiteSettings>): Promise<void> {
  const rows = Object.entries(changed).map(([name, value]) => ({ name, value: JSON.stringify(value) }))
  await tx
    .insertInto('site_setting')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`excluded.value` }))
    .execute()
}

/** Replaces the logo, or removes it. Two changes at the same time come one after the other. */
export async function putSiteLogo(tx: Tx, logo: Tables['site_logo'] | null): Promise<void> {
  await sql`lock table site_logo in exclusive mode`.execute(tx)
  await tx.deleteFrom('site_logo').execute()
  if (logo !== null) await tx.insertInto('site_logo').values(logo).execute()
}

/** Whether the logo exists, and its content. */
export function logoSource(db: Reader, logoId: string) {
  const rows = db.selectFrom('site_logo').where('id', '=', logoId)
  return {
    exists: () => rows.select('id').$call(isFound),
    load: () => rows.select(['type', 'bytes']).$call(firstOrNull),
  }
}

/** Adds a document with the next version, and returns that. */
export async function insertSiteDocument(tx: Tx, document: Omit<Tables['site_document'], 'version'>): Promise<number> {
  await sql`lock table site_document in exclusive mode`.execute(tx)
  const version = sql<number>`(select coalesce(max(version), 0) + 1 from site_document)`
  const inserted = await tx
    .insertInto('site_document')
    .values({ ...document, version })
    .returning('version')
    .executeTakeFirstOrThrow()
  return inserted.version
}

/** The last version of each document, or of one, without those that were withdrawn. */
export async function loadSiteDocuments(db: Reader, kind?: SiteDocumentKind): Promise<Tables['site_document'][]> {
  const last = db
    .selectFrom('site_document')
    .distinctOn('kind')
    .selectAll()
    .orderBy('kind', 'desc')
    .orderBy('version', 'desc')
  const rows = await (kind === undefined ? last : last.where('kind', '=', kind)).execute()
  return rows.filter(({ text }) => text !== '')
}
