import { findRedirectUriError, translateReason } from '@onair/contract'
import { useErrorStrings } from '../../lib/error-message.ts'
import { isSandbox } from '../../lib/page-settings.ts'

/** The page of a sandbox that receives codes, and exchanges them. */
export const sandboxCallbackUrl = `${window.location.origin}/sandbox/callback`

/** The error in a redirect URL, or null. The server validates again. */
export function useRedirectUrlError(text: string): string | null {
  const messages = useErrorStrings()
  const error = findError(text)
  if (error === null) return null
  return (messages && translateReason(messages.sentences, error)) ?? error.code
}

/** The URL that is probably meant by one without a scheme, or null. */
export function suggestRedirectUrl(text: string): string | null {
  const error = findError(text)
  return error?.code === 'URL_WITHOUT_SCHEME' ? String(error.params['url']) : null
}

function findError(text: string) {
  return text === '' ? null : findRedirectUriError(text, { allowsHttp: isSandbox })
}
