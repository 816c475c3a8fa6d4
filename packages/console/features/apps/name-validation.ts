import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { consoleApi, type ContentOf, type ErrorMessages } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { useErrorStrings } from '../../lib/error-message.ts'

type NameError = NonNullable<ContentOf<typeof consoleApi.apps.checkAppName>['error']>

/** The error in the name of an application, or null. The server checks it 250 ms after the last edit. */
export function useNameError(name: string): string | null {
  return useNameCheck(name).error
}

/** `isPending`: the error is that of an earlier name. */
export function useNameCheck(name: string): { error: string | null; isPending: boolean } {
  const [debouncedName] = useDebouncedValue(name, 250)
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['app-name', debouncedName],
    queryFn: () => api(consoleApi.apps.checkAppName, { query: { name: debouncedName } }),
    enabled: debouncedName !== '',
    staleTime: Infinity,
    placeholderData: (before) => before,
  })
  const messages = useErrorStrings()
  const isPending = name !== debouncedName || isPlaceholderData
  if (name === '' || !data || data.error === null) return { error: null, isPending }
  const error = messages ? messageOfError[data.error](messages.sentences, data.word ?? '') : data.error
  return { error, isPending }
}

const messageOfError: Record<NameError, (sentences: ErrorMessages, word: string) => string> = {
  UNREADABLE: ({ NOT_WELL_FORMED }) => NOT_WELL_FORMED,
  NO_LETTER: ({ NAME_WITHOUT_LETTER }) => NAME_WITHOUT_LETTER,
  OFFICIAL_NAME: ({ OFFICIAL_NAME }, word) => OFFICIAL_NAME({ word }),
  REFUSED_WORD: ({ REFUSED_WORD }, word) => REFUSED_WORD({ word }),
  INVISIBLE_CHARACTERS: ({ INVISIBLE_CHARACTERS }) => INVISIBLE_CHARACTERS,
  MIXED_SCRIPTS: ({ MIXED_SCRIPTS }, scripts) => MIXED_SCRIPTS({ scripts }),
}
