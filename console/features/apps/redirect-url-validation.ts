import { useErrorStrings } from '../../lib/error-message.ts'

/** What is plainly wrong with a redirect URL, told before the platform is asked; the platform has the last word. */
export function useRedirectUrlError(text: string): string | null {
  const code = validateRedirectUrl(text)
  const messages = useErrorStrings()
  return code === null ? null : (messages?.sentences[code] ?? code)
}

function validateRedirectUrl(text: string) {
  if (text === '') return null
  const url = URL.parse(text)
  if (url === null) return 'NOT_ABSOLUTE_URL'
  if (text.includes('#')) return 'URL_WITH_FRAGMENT'
  return url.username !== '' || url.password !== '' ? 'URL_WITH_CREDENTIALS' : null
}
