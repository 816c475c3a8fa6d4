import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Sentences } from '@onair/contract'
import type { PageField } from '@onair/contract/groups'
import { inLanguage } from '../language.ts'

/** What is said of refusals in a language; a reason or a field that is missing does not compile. */
export type RefusalWords = {
  /** Every reason for which the platform refuses something, for whoever did it, and what to do next. */
  readonly sentences: Sentences
  /** What a field is called, that a page or the sandbox is refused for. */
  readonly fields: Readonly<Record<PageField, string>>
}

const load = inLanguage<() => Promise<{ words: RefusalWords }>>({
  ko: () => import('./korean.ts'),
  en: () => import('./english.ts'),
})

/** The words of the page's language alone, which come after the page: hardly any begins with a refusal. */
export const refusalWordsQuery = queryOptions({
  queryKey: ['refusal-words'],
  queryFn: async () => (await load()).words,
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: 'always',
})

/** The words; undefined while they are on their way, and null where they did not come. */
export function useRefusalWords(): RefusalWords | null | undefined {
  const { data, isError } = useQuery(refusalWordsQuery)
  return isError ? null : data
}
