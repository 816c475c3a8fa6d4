import type { Reader } from '../../infra/db/db.ts'
import { firstOrNull } from '../../infra/db/results.ts'

export function loadCategory(db: Reader, categoryId: string) {
  return db.selectFrom('category').selectAll().where('id', '=', categoryId).$call(firstOrNull)
}

export function listCategories(db: Reader) {
  return db.selectFrom('category').selectAll().orderBy('id').execute()
}

/** A number that changes with every change of the categories. */
export async function loadCategoryVersion(db: Reader): Promise<number> {
  const { version } = await db.selectFrom('category_version').select('version').executeTakeFirstOrThrow()
  return version
}
