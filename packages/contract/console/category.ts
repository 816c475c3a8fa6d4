import { Type } from '../type.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { searchCategories as openSearchCategories } from '../open/category.ts'
import { bilingualCategory } from '../resources.ts'

export const searchCategories = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/categories',
  summary:
    'Search categories by Korean or English name, in the order of the open API; first the one with this id. Without a query, the first ones by name',
  query: Type.Object({
    ...openSearchCategories.query.properties,
    query: Type.Optional(openSearchCategories.query.properties.query),
  }),
  content: Type.Object({ data: Type.Array(bilingualCategory) }),
})
