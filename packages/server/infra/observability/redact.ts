/** JSON fields whose values are redacted at any depth. */
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
  'currentPassword',
  'newPassword',
  'watchPassword',
  'watchProof',
  'streamKey',
  'csrfToken',
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'client-secret',
]
/** Query parameters whose values are redacted. `auth` is the ticket in a session URL. */
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
  'watchProof',
]

/** Redacts the secrets of a JSON log line: in fields, in URLs and in error messages. */
export function redactLine(line: string): string {
  if (!mayContainSecret.test(line)) return line
  return line
    .replace(fieldPattern, '$1"•••"')
    .replace(escapedFieldPattern, String.raw`$1\"•••\"`)
    .replace(parameterPattern, '$1•••')
    .replace(bearerPattern, '$1•••')
}

/** Most lines match none of these words. This check costs a tenth of the replacements. */
const mayContainSecret = /token|secret|password|auth|cookie|code|streamkey|bearer|proof/i
const quotedString = String.raw`"(?:[^"\\]|\\.)*"`
const fieldPattern = new RegExp(
  String.raw`("(?:${secretFields.join('|')})":)(?:${quotedString}|\[(?:${quotedString},?)*\])`,
  'gi',
)
const escapedFieldPattern = new RegExp(
  String.raw`(\\"(?:${secretFields.join('|')})\\"\s*:\s*)\\"(?:[^"\\]|\\\\(?:\\.|[^\\]))*\\"`,
  'gi',
)
const parameterPattern = new RegExp(String.raw`([?&](?:${secretParameters.join('|')})=)[^&#"\\\s]+`, 'gi')
const bearerPattern = /\b(Bearer )[\w.~+/=-]+/gi

/**
 * Redacts the secrets of a URL, header or body of an HTTP exchange. The text may be JSON, a form, neither, or truncated.
 * Anything with the shape of a secret of this platform is redacted anywhere.
 */
export function redactText(text: string): string {
  if (text.length < minSecretLength && !mayContainSecret.test(text)) return text
  return redactLine(text)
    .replace(exchangeFieldPattern, (field: string, name: string) =>
      errorCodePattern.test(field) ? field : `${name}"•••"`,
    )
    .replace(pairPattern, '$1•••')
    .replace(ownSecretPattern, '•••')
}

const minSecretLength = 32
const exchangeFieldNames = [...secretFields, 'code', 'csrf'].join('|')
/** The pattern of these fields in JSON that has spaces around the colon, or is truncated. */
const exchangeFieldPattern = new RegExp(
  String.raw`(\\?["'](?:${exchangeFieldNames})\\?["']\s*:\s*)(?:\\?"(?:[^"\\]|\\.)*"?|'[^']*'?)`,
  'gi',
)
/** The code of an error is a word in capital letters. Other codes are authorization codes. */
const errorCodePattern = /^"code"\s*:\s*"[A-Z][A-Z_]{1,39}"$/
const pairPattern = new RegExp(
  String.raw`((?:^|[?&\s])(?:${[...secretParameters, 'password', 'watchPassword', 'csrf', 'streamKey'].join('|')})=)[^&#"\\\s]+`,
  'gi',
)
/**
 * Lengths in base64url: secrets 43 characters, credentials with a code that shows Onair issued them 54, tickets 128, device
 * cookies two parts of 22. Stream keys have 32, like channel ids, which are hexadecimal.
 */
const ownSecretPattern =
  /(?<![\w-])(?:viewer\.[\w-]{43,}|[\w-]{22}\.[\w-]{22}|[\w-]{43}|[\w-]{54}|[\w-]{128}|(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{32})(?![\w-])/g

const secretHeaderPattern = /auth|secret|token|cookie|password|api-?key|csrf/i

/** Redacts headers. Of a credential only the authentication scheme remains. */
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
