import { useRefusalWords } from './refusals/words.ts'

/** What is plainly wrong with a redirect URL, told before the platform is asked; the platform has the last word. */
export function useRedirectFault(text: string): string | null {
  const fault = faultOf(text)
  const words = useRefusalWords()
  return fault === null ? null : (words?.sentences[fault] ?? fault)
}

function faultOf(text: string) {
  if (text === '') return null
  const url = URL.parse(text)
  if (url === null) return 'NOT_ABSOLUTE_URL'
  if (text.includes('#')) return 'URL_WITH_FRAGMENT'
  return url.username !== '' || url.password !== '' ? 'URL_WITH_USER' : null
}
