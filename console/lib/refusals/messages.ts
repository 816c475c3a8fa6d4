import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ErrorMessages } from '@onair/contract'
import type { PageField } from '@onair/contract/groups'
import { localize } from '../language.ts'

/** What is said of refusals in a language; a reason or a field that is missing does not compile. */
export type RefusalMessages = {
  /** Every reason for which the platform refuses something, for whoever did it, and what to do next. */
  readonly sentences: ErrorMessages
  /** What a field is called, that a page or the sandbox is refused for. */
  readonly fields: Readonly<Record<PageField, string>>
}

const loadMessages = localize<() => Promise<{ messages: RefusalMessages }>>({
  ko: () => import('./ko.ts'),
  en: () => import('./en.ts'),
})

/** The words of the page's language alone, which come after the page: hardly any begins with a refusal. */
export const refusalMessagesQuery = queryOptions({
  queryKey: ['refusal-words'],
  queryFn: async () => (await loadMessages()).messages,
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: 'always',
})

/** The words; undefined while they are on their way, and null where they did not come. */
export function useRefusalMessages(): RefusalMessages | null | undefined {
  const { data, isError } = useQuery(refusalMessagesQuery)
  return isError ? null : data
}
