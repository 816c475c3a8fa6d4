import { category, limits } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { inField, Refusal } from '../../kit/refusal.ts'
import type { Db } from '../../world/db/db.ts'
import type { Category } from '../../world/db/tables.ts'
import { findCategories, loadVersion } from './category-store.ts'
import { nameIndex, type NameIndex } from './name-index.ts'

export const searchCategories = handle(category.searchCategories, async ({ query }, { db }) => ({
  data: (await categoriesNamed(query, db)).map(categoryOf),
}))

/** The categories whose Korean or English name holds a text. */
export async function categoriesNamed(
  { query, size = limits.categorySize }: { query: string; size?: number },
  db: Db,
): Promise<Category[]> {
  const text = query.trim()
  if (text === '') throw new Refusal('badInput', inField('query', 'EMPTY'))
  return (await indexOf(db)).search(text, size)
}

/** A category as the interface shows it, under its Korean name. */
export function categoryOf({ id, type, name_ko, poster_image_url }: Category) {
  return { categoryType: type, categoryId: id, categoryValue: name_ko, posterImageUrl: poster_image_url }
}

/** The index of a database's categories, kept as long as the categories are the same. */
const indexes = new WeakMap<Db, { version: number; index: Promise<NameIndex<Category>> }>()

async function indexOf(db: Db): Promise<NameIndex<Category>> {
  const version = await loadVersion(db.read)
  const kept = indexes.get(db)
  if (kept !== undefined && kept.version >= version) return kept.index
  const index = findCategories(db.read).then(nameIndex)
  const made = { version, index }
  indexes.set(db, made)
  // What could not be read is not kept.
  index.catch(() => {
    if (indexes.get(db) === made) indexes.delete(db)
  })
  return index
}
