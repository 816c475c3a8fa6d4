import type { consoleApi } from '@onair/contract'
import { findCategories, toCategory } from '../../features/categories/search-categories.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const category: Handlers<typeof consoleApi.category> = {
  async searchCategories({ query }, deps) {
    const categories = await findCategories(query, deps)
    return { data: categories.map((row) => ({ ...toCategory(row), englishName: row.name_en })) }
  },
}
