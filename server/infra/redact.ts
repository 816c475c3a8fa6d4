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
export function redactLine(line: string): string {
  if (!mayContainSecret.test(line)) return line
  return line
    .replace(fieldPattern, '$1"•••"')
    .replace(escapedFieldPattern, String.raw`$1\"•••\"`)
    .replace(parameterPattern, '$1•••')
    .replace(bearerPattern, '$1•••')
}

/** Most lines hold no such word at all, and one look is a tenth of the work. */
const mayContainSecret = /token|secret|password|auth|cookie|code|streamkey|bearer/i
const text = String.raw`"(?:[^"\\]|\\.)*"`
const fieldPattern = new RegExp(String.raw`("(?:${secretFields.join('|')})":)(?:${text}|\[(?:${text},?)*\])`, 'gi')
const escapedFieldPattern = new RegExp(
  String.raw`(\\"(?:${secretFields.join('|')})\\"\s*:\s*)\\"(?:[^"\\]|\\\\(?:\\.|[^\\]))*\\"`,
  'gi',
)
const parameterPattern = new RegExp(String.raw`([?&](?:${secretParameters.join('|')})=)[^&#"\\\s]+`, 'gi')
const bearerPattern = /\b(Bearer )[\w.~+/=-]+/gi

/**
 * The address, a header or the body of somebody's exchange with us, with every secret in it made unreadable. It may be
 * JSON, a form, neither, or cut off; whatever looks like a secret that we make is unreadable in any place.
 */
export function redactText(quotedString: string): string {
  if (quotedString.length < minSecretLength && !mayContainSecret.test(quotedString)) return quotedString
  return redactLine(quotedString)
    .replace(exchangeFieldPattern, '$1"•••"')
    .replace(pairPattern, '$1•••')
    .replace(ownSecretPattern, '•••')
}

const minSecretLength = 43
const exchangeFieldNames = [...secretFields, 'code', 'csrf'].join('|')
/** With room around the colon, and without an end. */
const exchangeFieldPattern = new RegExp(
  String.raw`(\\?["'](?:${exchangeFieldNames})\\?["']\s*:\s*)(?:\\?"(?:[^"\\]|\\.)*"?|'[^']*'?)`,
  'gi',
)
const pairPattern = new RegExp(
  String.raw`((?:^|[?&\s])(?:${[...secretParameters, 'password', 'csrf', 'streamKey'].join('|')})=)[^&#"\\\s]+`,
  'gi',
)
/** Secrets and tokens have 43 characters of base64url, tickets 128. */
const ownSecretPattern = /(?<![\w-])(?:[\w-]{43}|[\w-]{128})(?![\w-])/g

const secretHeaderPattern = /auth|secret|token|cookie|password|api-?key|csrf/i

/** Headers as they may be shown: of those that carry a credential the kind alone. */
export function redactHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, redactHeader(name, [value].flat().map(String).join(', '))]),
  )
}

function redactHeader(name: string, value: string): string {
  if (!secretHeaderPattern.test(name)) return redactText(value)
  const [scheme] = /^(?:Bearer|Basic) /i.exec(value) ?? ['']
  return `${scheme}•••`
}
