import { limits } from '@onair/contract'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { CategoryIndex } from './category-index.ts'
import { loadCategory } from './category-store.ts'

/** Finds categories whose Korean or English name contains a text. */
export async function searchCategories(
  { query, size = limits.categorySize }: { query: string; size?: number },
  { categoryIndex }: { categoryIndex: CategoryIndex },
): Promise<Tables['category'][]> {
  const text = query.trim()
  if (text === '') throw new Refusal('badInput', reasonForField('query', 'EMPTY'))
  return categoryIndex.search(text, size)
}

/** The same, and first the category whose id is the text. Without a text, the first ones by name. */
export async function findCategories(
  { query, size = limits.categorySize }: { query?: string; size?: number },
  deps: { categoryIndex: CategoryIndex } & Pick<Deps, 'db'>,
): Promise<Tables['category'][]> {
  if (query === undefined) return deps.categoryIndex.search('', size)
  const found = await searchCategories({ query, size }, deps)
  const byId = await loadCategory(deps.db.read, query.trim())
  if (byId === null) return found
  return [byId, ...found.filter(({ id }) => id !== byId.id)].slice(0, size)
}

/** A category of the open API, with its Korean name. */
export function toCategory({ id, type, name_ko, poster_image_url }: Tables['category']) {
  return { categoryType: type, categoryId: id, categoryValue: name_ko, posterImageUrl: poster_image_url }
}
