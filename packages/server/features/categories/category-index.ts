import type { Db } from '../../infra/db/db.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { listCategories, loadCategoryVersion } from './category-store.ts'
import { createNameIndex, type NameIndex } from './name-index.ts'

/** The index of the names of all categories. It is built again when a category has changed. */
export class CategoryIndex {
  readonly #db: Pick<Db, 'read'>
  #built: { version: number; index: Promise<NameIndex<Tables['category']>> } | null = null

  constructor(db: Pick<Db, 'read'>) {
    this.#db = db
  }

  async search(text: string, size: number): Promise<Tables['category'][]> {
    return (await this.#load()).search(text, size)
  }

  async #load(): Promise<NameIndex<Tables['category']>> {
    const version = await loadCategoryVersion(this.#db.read)
    if (this.#built !== null && this.#built.version >= version) return this.#built.index
    const built = { version, index: listCategories(this.#db.read).then(createNameIndex) }
    this.#built = built
    // A failed load is not kept.
    built.index.catch(() => {
      if (this.#built === built) this.#built = null
    })
    return built.index
  }
}
