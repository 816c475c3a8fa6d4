/** The fields whose text is never written down, however deep they sit. */
const secretFields = [
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'token',
  'authorizationCode',
  'clientSecret',
  'client_secret',
  'secret',
  'password',
  'streamKey',
  'csrfToken',
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'client-secret',
]
/** The parts of a query that are never written down; `auth` is the ticket in the address of a session. */
const secretParameters = [
  'auth',
  'code',
  'token',
  'access_token',
  'accessToken',
  'refresh_token',
  'refreshToken',
  'client_secret',
  'clientSecret',
]

/** A finished JSON line of the log with every secret in it made unreadable: in fields, in addresses, in the text of errors. */
export function masked(line: string): string {
  if (!suspicious.test(line)) return line
  return line
    .replace(field, '$1"•••"')
    .replace(fieldWithinText, String.raw`$1\"•••\"`)
    .replace(parameter, '$1•••')
    .replace(bearer, '$1•••')
}

/** Most lines hold no such word at all, and one look is a tenth of the work. */
const suspicious = /token|secret|password|auth|cookie|code|streamkey|bearer/i
const text = String.raw`"(?:[^"\\]|\\.)*"`
const field = new RegExp(String.raw`("(?:${secretFields.join('|')})":)(?:${text}|\[(?:${text},?)*\])`, 'gi')
const fieldWithinText = new RegExp(
  String.raw`(\\"(?:${secretFields.join('|')})\\"\s*:\s*)\\"(?:[^"\\]|\\\\(?:\\.|[^\\]))*\\"`,
  'gi',
)
const parameter = new RegExp(String.raw`([?&](?:${secretParameters.join('|')})=)[^&#"\\\s]+`, 'gi')
const bearer = /\b(Bearer )[\w.~+/=-]+/gi

/**
 * The address, a header or the body of somebody's exchange with us, with every secret in it made unreadable. It may be
 * JSON, a form, neither, or cut off; whatever looks like a secret that we make is unreadable in any place.
 */
export function maskedExchange(text: string): string {
  if (text.length < shortestSecret && !suspicious.test(text)) return text
  return masked(text).replace(exchangeField, '$1"•••"').replace(pair, '$1•••').replace(ownSecret, '•••')
}

const shortestSecret = 43
const exchangeFields = [...secretFields, 'code', 'csrf'].join('|')
/** With room around the colon, and without an end. */
const exchangeField = new RegExp(
  String.raw`(\\?["'](?:${exchangeFields})\\?["']\s*:\s*)(?:\\?"(?:[^"\\]|\\.)*"?|'[^']*'?)`,
  'gi',
)
const pair = new RegExp(
  String.raw`((?:^|[?&\s])(?:${[...secretParameters, 'password', 'csrf', 'streamKey'].join('|')})=)[^&#"\\\s]+`,
  'gi',
)
/** Secrets and tokens have 43 characters of base64url, tickets 128. */
const ownSecret = /(?<![\w-])(?:[\w-]{43}|[\w-]{128})(?![\w-])/g

const secretHeader = /auth|secret|token|cookie|password|api-?key|csrf/i

/** Headers as they may be shown: of those that carry a credential the kind alone. */
export function maskedHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, headerShown(name, [value].flat().map(String).join(', '))]),
  )
}

function headerShown(name: string, value: string): string {
  if (!secretHeader.test(name)) return maskedExchange(value)
  const [scheme] = /^(?:Bearer|Basic) /i.exec(value) ?? ['']
  return `${scheme}•••`
}
