import { exportKinds, type consoleApi, type ContentOf, type ExportKind } from '@onair/contract'
import { invalidField } from '../../../shared/refusal.ts'
import { hasRecordedExport, recordAudit } from '../../../shared/audit-store.ts'
import type { Deps } from '../../../infra/deps.ts'
import { findExportRows } from './export-store.ts'

const pageSize = 1_000
const hourMs = 3_600_000

/** Returns a page of a person's data. Kinds follow each other; a kind over 1,000 entries has several pages. */
export async function exportData(
  channelId: string,
  next: string | undefined,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.account.exportData>> {
  const { kind, after } = next === undefined ? { kind: exportKinds[0], after: null } : decodeCursor(next)
  await recordExport(channelId, next, { clock, db })
  const rows = await findExportRows(db.read, kind, { channelId, after, limit: pageSize })
  const last = rows.length === pageSize ? rows.at(-1) : undefined
  const nextKind = exportKinds[exportKinds.indexOf(kind) + 1]
  const following = last === undefined ? nextKind && encodeCursor(nextKind, null) : encodeCursor(kind, last.key)
  return { kind, data: rows.map(({ data }) => data), page: { next: following ?? null } }
}

/**
 * Records the pages of an export as one entry. A caller can begin with any page: it is recorded like the first unless that
 * was recorded within an hour.
 */
async function recordExport(channelId: string, next: string | undefined, { clock, db }: Pick<Deps, 'clock' | 'db'>) {
  const now = clock.now()
  await db.transaction(async (tx) => {
    if (next !== undefined && (await hasRecordedExport(tx, { channelId, since: now - hourMs }))) return
    await recordAudit(tx, now, { action: 'account.exported', channelId })
  })
}

function encodeCursor(kind: ExportKind, after: string | null): string {
  return Buffer.from(JSON.stringify([kind, after])).toString('base64url')
}

function decodeCursor(next: string): { kind: ExportKind; after: string | null } {
  try {
    const [kind, after] = JSON.parse(Buffer.from(next, 'base64url').toString('utf8')) as [unknown, unknown]
    const known = exportKinds.find((name) => name === kind)
    if (known !== undefined && (after === null || typeof after === 'string')) return { kind: known, after }
  } catch {
    // Refused below.
  }
  throw invalidField('next', 'INVALID_CURSOR')
}
