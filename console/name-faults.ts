import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { consoleApps, type ContentOf, type Sentences } from '@onair/contract'
import { api } from './api.ts'
import { useRefusalWords } from './refusals/words.ts'

type Fault = NonNullable<ContentOf<typeof consoleApps.checkName>['fault']>

/** What the platform has against the name of an application, asked shortly after the last key. */
export function useNameFault(name: string): string | null {
  const [asked] = useDebouncedValue(name, 250)
  const { data } = useQuery({
    queryKey: ['app-name', asked],
    queryFn: () => api(consoleApps.checkName, { query: { name: asked } }),
    enabled: asked !== '',
    staleTime: Infinity,
    placeholderData: (before) => before,
  })
  const words = useRefusalWords()
  if (name === '' || !data || data.fault === null) return null
  return words ? sentenceOf[data.fault](words.sentences, data.word ?? '') : data.fault
}

const sentenceOf: Record<Fault, (sentences: Sentences, word: string) => string> = {
  UNREADABLE: ({ NOT_WELL_FORMED }) => NOT_WELL_FORMED,
  NO_LETTER: ({ NAME_WITHOUT_LETTER }) => NAME_WITHOUT_LETTER,
  OFFICIAL_NAME: ({ OFFICIAL_NAME }, word) => OFFICIAL_NAME({ word }),
  REFUSED_WORD: ({ REFUSED_WORD }, word) => REFUSED_WORD({ word }),
}
