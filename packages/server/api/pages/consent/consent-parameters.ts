import { validateText } from '../../../shared/text.ts'
import type { ConsentRefusal as UnknownRequest } from '../../../features/auth/consent.ts'

/** The maximum length in UTF-16 code units. */
const maxStateLength = 2000

export type ConsentRefusal = UnknownRequest | 'missing' | 'malformed'

/** The parameters of a consent request. A parameter that appears twice is malformed. */
export function parseConsentParameters(
  query: URLSearchParams,
): { clientId: string; redirectUri: string; state: string } | { refusal: ConsentRefusal; parameter: string } {
  const parameters = { clientId: '', redirectUri: '', state: '' }
  for (const name of ['clientId', 'redirectUri', 'state'] as const) {
    const values = query.getAll(name)
    const [value = ''] = values
    if (value === '') return { refusal: 'missing', parameter: name }
    if (values.length > 1 || validateText(value) !== null) return { refusal: 'malformed', parameter: name }
    parameters[name] = value
  }
  return parameters.state.length > maxStateLength ? { refusal: 'malformed', parameter: 'state' } : parameters
}

/** The redirect URI with parameters added to its query. The existing query stays byte for byte. */
export function addQueryParameters(redirectUri: string, parameters: Record<string, string>): string {
  const address = /^[\x21-\x7E]+$/.test(redirectUri) ? redirectUri : new URL(redirectUri).href
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${separator}${String(new URLSearchParams(parameters))}`
}
