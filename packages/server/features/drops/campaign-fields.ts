import { findHttpsUrlError } from '@onair/contract'
import { invalidField, reasonForField, Refusal } from '../../shared/refusal.ts'
import { parseShortText } from '../../shared/text.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { loadCategory } from '../categories/category-store.ts'
import { findChannels } from '../channels/channel-store.ts'
import { isExternalIdInUse } from './campaign-store.ts'
import { countPictures } from './picture-store.ts'

/** A title or a name. Throws 400 with this field. */
export function parseCampaignText(field: string, value: string): string {
  const parsed = parseShortText(value.trim())
  if ('refusal' in parsed) throw invalidField(field, parsed.refusal)
  return parsed.text
}

export function parseExternalId(field: string, value: string | null | undefined): string | null {
  return value == null ? null : parseCampaignText(field, value)
}

/** Throws 400 unless it is an address with https. */
export function parseDetailsUrl(value: string | null | undefined): string | null {
  if (value == null) return null
  const error = findHttpsUrlError(value)
  if (error !== null) throw invalidField('detailsUrl', error)
  return value
}

/** Throws 404 if the category or a channel does not exist. */
export async function requireKnownIds(
  { categoryId, channelIds }: { categoryId: string | undefined; channelIds: readonly string[] | null | undefined },
  db: Reader,
) {
  if (categoryId !== undefined && (await loadCategory(db, categoryId)) === null)
    throw new Refusal('notFound', reasonForField('categoryId', 'NO_SUCH_CATEGORY'))
  const distinctIds = [...new Set(channelIds)]
  if ((await findChannels(db, distinctIds)).length < distinctIds.length)
    throw new Refusal('notFound', reasonForField('channelIds', 'NO_SUCH_CHANNEL'))
}

export function requireDistinctExternalIds(externalIds: readonly (string | null)[]) {
  const present = externalIds.filter((id) => id !== null)
  if (new Set(present).size < present.length) throw invalidField('rewards', 'EXTERNAL_ID_IN_USE')
}

/** Throws 400 if another campaign of the locked application has this external id. */
export async function requireFreeExternalId(
  tx: Tx,
  { externalId, ...campaign }: { clientId: string; campaignId: string; externalId: string | null },
) {
  if (externalId !== null && (await isExternalIdInUse(tx, { ...campaign, externalId })))
    throw invalidField('externalId', 'EXTERNAL_ID_IN_USE')
}

/** Throws 400 if the locked application does not have one of the pictures. */
export async function requirePictures(tx: Tx, clientId: string, pictureIds: readonly (string | null)[]) {
  const distinctIds = [...new Set(pictureIds.filter((id) => id !== null))]
  if (distinctIds.length > 0 && (await countPictures(tx, clientId, distinctIds)) < distinctIds.length)
    throw invalidField('rewards', 'NO_SUCH_PICTURE')
}
