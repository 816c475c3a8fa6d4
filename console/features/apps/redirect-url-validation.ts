import { useErrorStrings } from '../../lib/error-message.ts'

/** The error in a redirect URL, or null. The server validates again. */
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
