import { findRedirectUriFault, translateReason } from '@onair/contract'
import { useErrorStrings } from '../../lib/error-message.ts'
import { isLockedSandbox, isSandbox } from '../../lib/page-settings.ts'

/** The error in a redirect URL, or null. The server validates again. */
export function useRedirectUrlError(text: string): string | null {
  const messages = useErrorStrings()
  const fault = text === '' ? null : findRedirectUriFault(text, { allowsHttp: isSandbox || isLockedSandbox })
  if (fault === null) return null
  return (messages && translateReason(messages.sentences, fault)) ?? fault.code
}
