import { limits, type consoleApi, type ContentOf, type UploadKind } from '@onair/contract'
import type { Addresses, Deps } from '../../infra/deps.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import { uploadUrl } from '../../shared/pictures/picture-urls.ts'
import { errorReason, invalidField, Refusal } from '../../shared/refusal.ts'
import { parseUpload, refusalOfName } from './upload-rules.ts'
import { countUploads, deleteUploadRow, findUploads, lockUploads, putUploadRow, updateMonths } from './upload-store.ts'

type Name = { channelId: string; kind: UploadKind; name: string }
type Upload = ContentOf<typeof consoleApi.uploads.listUploads>['data'][number]

export async function listUploads(
  channelId: string,
  { addresses, db }: Pick<Deps, 'addresses' | 'db'>,
): Promise<Upload[]> {
  return (await findUploads(db.read, channelId)).map((row) => toUpload(row, addresses))
}

/** The emoticons that a channel has apart from those of the site. */
export async function listEmoticons(channelId: string, { addresses, db }: Pick<Deps, 'addresses' | 'db'>) {
  const rows = await findUploads(db.read, channelId, 'emoticon')
  return rows.map((row) => toUpload(row, addresses)).map(({ name, months, url }) => ({ name, months, url }))
}

/** Stores a file in place of the one before of this name. Without a file only `months` changes. Returns its address. */
export async function putUpload(
  { channelId, kind, name, months, base64 }: Name & { months: number; base64: string | undefined },
  { addresses, db, random }: Pick<Deps, 'addresses' | 'db' | 'random'>,
): Promise<string> {
  const refusal = refusalOfName({ kind, name, months })
  if (refusal) throw invalidField('name', refusal)
  const bytes = base64 === undefined ? null : Buffer.from(base64, 'base64')
  const parsed = bytes && parseUpload(kind, bytes)
  if (parsed && 'refusal' in parsed) throw invalidField('file', parsed.refusal)
  const newId = random.uuid()
  const id = await db.transaction(async (tx) => {
    // Uploads of a channel are counted one after another.
    await lockUploads(tx, channelId)
    if (bytes === null || parsed === null) return updateMonths(tx, { channelId, kind, name, months })
    await putUploadRow(tx, { id: newId, channel_id: channelId, kind, name, months, type: parsed.type, bytes })
    const { count } = limits.uploads[kind]
    if ((await countUploads(tx, channelId, kind)) > count)
      throw new Refusal('badInput', errorReason('TOO_MANY_UPLOADS', { count }))
    return newId
  })
  if (id === null) throw new Refusal('notFound', 'NO_SUCH_UPLOAD')
  return uploadUrl({ id, kind }, addresses)
}

/** Idempotent. `isBySite`: somebody who runs the site does it. */
export async function deleteUpload(
  { isBySite = false, ...upload }: Name & { isBySite?: boolean },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const { channelId, kind, name } = upload
  await db.transaction(async (tx) => {
    const isDeleted = await deleteUploadRow(tx, upload)
    if (isDeleted && isBySite)
      await recordAudit(tx, clock.now(), { action: 'upload.removed', channelId, detail: { kind, name } })
  })
}

function toUpload({ id, ...row }: Omit<Upload, 'url'> & { id: string }, addresses: Addresses): Upload {
  return { ...row, url: uploadUrl({ id, kind: row.kind }, addresses) }
}
