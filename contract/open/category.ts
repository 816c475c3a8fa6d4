import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { categoryItem } from '../resources.ts'

/** A category has a Korean and an English name: either may hold the value, and the Korean one is answered. */
export const searchCategories = endpoint({
  method: 'GET',
  path: '/open/v1/categories/search',
  summary: 'Categories whose name contains the value: same names first, then names that begin with it, then the others',
  auth: { kind: 'client', scope: null },
  query: Type.Object({
    query: Type.String({ minLength: 1 }),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.categorySizeMax, default: limits.categorySize })),
  }),
  content: Type.Object({ data: Type.Array(categoryItem) }),
})
