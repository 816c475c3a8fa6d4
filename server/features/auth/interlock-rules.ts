import { validateText } from '../../shared/text.ts'

/** How long a state may be, in UTF-16 units. */
const maxStateLength = 2000

export type InterlockRefusal = 'unknown_app' | 'redirect_uri_mismatch' | 'missing' | 'malformed'

/** Each parameter of a consent request, or why there is none: missing, or given twice, which leaves open which one counts. */
export function parseInterlockParameters(
  query: URLSearchParams,
): { clientId: string; redirectUri: string; state: string } | { refused: InterlockRefusal; parameter: string } {
  const parameters = { clientId: '', redirectUri: '', state: '' }
  for (const name of ['clientId', 'redirectUri', 'state'] as const) {
    const values = query.getAll(name)
    const [value = ''] = values
    if (value === '') return { refused: 'missing', parameter: name }
    // Bytes that are no UTF-8 arrive as U+FFFD, and could not be echoed as they came.
    if (values.length > 1 || validateText(value) !== null || value.includes('\uFFFD'))
      return { refused: 'malformed', parameter: name }
    parameters[name] = value
  }
  return parameters.state.length > maxStateLength ? { refused: 'malformed', parameter: 'state' } : parameters
}

/** The redirect address with these added to its query; what stands there already is kept as it is. */
export function addQueryParameters(redirectUri: string, parameters: Record<string, string>): string {
  const address = /^[\x21-\x7E]+$/.test(redirectUri) ? redirectUri : new URL(redirectUri).href
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${separator}${String(new URLSearchParams(parameters))}`
}
