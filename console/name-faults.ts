import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { consoleApps, type ContentOf } from '@onair/contract'
import { api } from './api.ts'
import { refusalSentences } from './refusal-words.ts'

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
  if (name === '' || !data || data.fault === null) return null
  return sentences[data.fault](data.word ?? '')
}

const sentences: Record<Fault, (word: string) => string> = {
  UNREADABLE: () => refusalSentences.NOT_WELL_FORMED,
  NO_LETTER: () => refusalSentences.NAME_WITHOUT_LETTER,
  OFFICIAL_NAME: (word) => refusalSentences.OFFICIAL_NAME({ word }),
  REFUSED_WORD: (word) => refusalSentences.REFUSED_WORD({ word }),
}
