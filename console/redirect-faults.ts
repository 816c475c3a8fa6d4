import { refusalSentences } from './refusal-words.ts'

/** What is plainly wrong with a redirect URL, told before the platform is asked; the platform has the last word. */
export function faultOfRedirect(text: string): string | null {
  const url = URL.parse(text)
  if (url === null) return refusalSentences.NOT_ABSOLUTE_URL
  if (text.includes('#')) return refusalSentences.URL_WITH_FRAGMENT
  if (url.username !== '' || url.password !== '') return refusalSentences.URL_WITH_USER
  return null
}
