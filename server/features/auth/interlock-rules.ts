import { refusalOfText } from '../../kit/text.ts'

/** How long a state may be, in UTF-16 units. */
const stateLength = 2000

export type InterlockRefusal = 'unknown application' | 'another redirect address' | 'missing' | 'not readable'

/** Each parameter of a consent request, or why there is none: missing, or given twice, which leaves open which one counts. */
export function interlockParameters(
  query: URLSearchParams,
): { clientId: string; redirectUri: string; state: string } | { refused: InterlockRefusal; parameter: string } {
  const given = { clientId: '', redirectUri: '', state: '' }
  for (const name of ['clientId', 'redirectUri', 'state'] as const) {
    const values = query.getAll(name)
    const [value = ''] = values
    if (value === '') return { refused: 'missing', parameter: name }
    // Bytes that are no UTF-8 arrive as U+FFFD, and could not be echoed as they came.
    if (values.length > 1 || refusalOfText(value) !== null || value.includes('\uFFFD'))
      return { refused: 'not readable', parameter: name }
    given[name] = value
  }
  return given.state.length > stateLength ? { refused: 'not readable', parameter: 'state' } : given
}

/** The redirect address with these added to its query; what stands there already is kept as it is. */
export function withAdded(redirectUri: string, added: Record<string, string>): string {
  const address = /^[\x21-\x7E]+$/.test(redirectUri) ? redirectUri : new URL(redirectUri).href
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}${String(new URLSearchParams(added))}`
}
