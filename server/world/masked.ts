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
  return line
    .replace(field, '$1"•••"')
    .replace(fieldWithinText, String.raw`$1\"•••\"`)
    .replace(parameter, '$1•••')
    .replace(bearer, '$1•••')
}

const text = String.raw`"(?:[^"\\]|\\.)*"`
const field = new RegExp(String.raw`("(?:${secretFields.join('|')})":)(?:${text}|\[(?:${text},?)*\])`, 'gi')
const fieldWithinText = new RegExp(
  String.raw`(\\"(?:${secretFields.join('|')})\\"\s*:\s*)\\"(?:[^"\\]|\\\\(?:\\.|[^\\]))*\\"`,
  'gi',
)
const parameter = new RegExp(String.raw`([?&](?:${secretParameters.join('|')})=)[^&#"\\\s]+`, 'gi')
const bearer = /\b(Bearer )[\w.~+/=-]+/gi
