import type { openApi } from '@onair/contract'
import { searchCategories, toCategory } from '../../features/categories/search-categories.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const category: Handlers<typeof openApi.category> = {
  async searchCategories({ query }, deps) {
    return { data: (await searchCategories(query, deps)).map(toCategory) }
  },
}
