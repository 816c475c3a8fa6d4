import type { openApi } from '@onair/contract'
import { searchCategories, toCategory } from '../../features/categories/search-categories.ts'
import { withPoster } from '../../shared/pictures/picture-urls.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const category: Handlers<typeof openApi.category> = {
  searchCategories: async ({ query }, deps) => ({
    data: (await searchCategories(query, deps)).map((row) => withPoster(toCategory(row), deps.addresses)),
  }),
}
