import { queryOptions } from '@tanstack/react-query'
import { consoleStudio } from '@onair/contract'
import { api } from './api.ts'

/** Who is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => api(consoleStudio.readMe),
  staleTime: Infinity,
})
