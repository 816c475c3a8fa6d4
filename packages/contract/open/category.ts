import { Type } from '../type.ts'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { openCategory } from '../resources.ts'

/** A category has a Korean and an English name. Both are searched; the Korean one is returned. */
export const searchCategories = endpoint({
  method: 'GET',
  path: '/open/v1/categories/search',
  summary: 'Search categories by name: exact matches first, then names that start with the query, then the others',
  auth: { kind: 'client', scope: null },
  query: Type.Object({
    query: Type.String({ minLength: 1 }),
    size: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.categorySizeMax,
        default: limits.categorySize,
        description: 'Most categories in the response',
      }),
    ),
  }),
  content: Type.Object({ data: Type.Array(openCategory) }),
})
