import { limits } from '@onair/contract'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Category } from '../../infra/db/tables.ts'
import { listCategories, loadCategory, loadCategoryVersion } from './category-store.ts'
import { createNameIndex, type NameIndex } from './name-index.ts'

/** Finds categories whose Korean or English name contains a text. */
export async function searchCategories(
  { query, size = limits.categorySize }: { query: string; size?: number },
  db: Db,
): Promise<Category[]> {
  const text = query.trim()
  if (text === '') throw new Refusal('badInput', reasonForField('query', 'EMPTY'))
  return (await loadIndex(db)).search(text, size)
}

/** The same, and first the category whose id is the text. */
export async function findCategories(query: { query: string; size?: number }, db: Db): Promise<Category[]> {
  const found = await searchCategories(query, db)
  const byId = await loadCategory(db.read, query.query.trim())
  if (byId === null) return found
  return [byId, ...found.filter(({ id }) => id !== byId.id)].slice(0, query.size ?? limits.categorySize)
}

/** A category of the open API, with its Korean name. */
export function toCategory({ id, type, name_ko, poster_image_url }: Category) {
  return { categoryType: type, categoryId: id, categoryValue: name_ko, posterImageUrl: poster_image_url }
}

/** The index of each database, until its categories change. */
const indexCache = new WeakMap<Db, { version: number; index: Promise<NameIndex<Category>> }>()

async function loadIndex(db: Db): Promise<NameIndex<Category>> {
  const version = await loadCategoryVersion(db.read)
  const cached = indexCache.get(db)
  if (cached !== undefined && cached.version >= version) return cached.index
  const index = listCategories(db.read).then(createNameIndex)
  const entry = { version, index }
  indexCache.set(db, entry)
  // A failed load is not cached.
  index.catch(() => {
    if (indexCache.get(db) === entry) indexCache.delete(db)
  })
  return index
}
