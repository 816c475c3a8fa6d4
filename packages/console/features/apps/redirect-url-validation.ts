import { findRedirectUriFault, translateReason } from '@onair/contract'
import { useErrorStrings } from '../../lib/error-message.ts'
import { isLockedSandbox, isSandbox } from '../../lib/page-settings.ts'

/** The error in a redirect URL, or null. The server validates again. */
export function useRedirectUrlError(text: string): string | null {
  const messages = useErrorStrings()
  const fault = findFault(text)
  if (fault === null) return null
  return (messages && translateReason(messages.sentences, fault)) ?? fault.code
}

/** The URL that is probably meant by one without a scheme, or null. */
export function suggestRedirectUrl(text: string): string | null {
  const fault = findFault(text)
  return fault?.code === 'URL_WITHOUT_SCHEME' ? String(fault.params['url']) : null
}

function findFault(text: string) {
  return text === '' ? null : findRedirectUriFault(text, { allowsHttp: isSandbox || isLockedSandbox })
}
