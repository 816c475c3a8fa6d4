import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { consoleApps } from '@onair/contract'
import { api } from './api.ts'
import { inLanguage } from './language.ts'

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
  return said[data.fault](data.word ?? '')
}

const said = inLanguage({
  ko: {
    UNREADABLE: () => '저장할 수 없는 글자가 있습니다.',
    NO_LETTER: () => '글자나 숫자가 하나는 있어야 합니다.',
    OFFICIAL_NAME: (word: string) => `공식 서비스 이름 “${word}”은(는) 쓸 수 없습니다.`,
    REFUSED_WORD: (word: string) => `“${word}”은(는) 쓸 수 없는 말입니다.`,
  },
  en: {
    UNREADABLE: () => 'It has characters that cannot be stored.',
    NO_LETTER: () => 'It needs at least one letter or digit.',
    OFFICIAL_NAME: (word: string) => `It may not hold “${word}”, the name of an official service.`,
    REFUSED_WORD: (word: string) => `It may not hold “${word}”.`,
  },
})
