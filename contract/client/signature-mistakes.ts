import { notification } from '../webhooks.ts'
import { bytesOfBase64, bytesOfLatin1, bytesOfText, isSameBytes, joined, textIn, type Bytes } from './bytes.ts'

/** What can be wrong with a signature, in a few words. */
export type Cause =
  | 'access token as secret'
  | 'another message'
  | 'base64'
  | 'byte order mark'
  | 'character set'
  | 'CRLF'
  | 'client id as secret'
  | 'decoded secret'
  | 'empty body'
  | 'header prefix'
  | 'key order'
  | 'missing header'
  | 'no SHA-256'
  | 'no id'
  | 'no id and timestamp'
  | 'no sha256='
  | 'no timestamp'
  | 'object as body'
  | 'quotes around the secret'
  | 'separators'
  | 'timestamp written again'
  | 'trailing newline'
  | 'unicode escapes'
  | 'upper-case hex'
  | 'white space'
  | 'white space around the secret'
  | 'wrong order'
  | 'wrong secret'

/** One thing that is wrong, in a few words and in a sentence that says what to do. */
export type Finding = { cause: Cause; says: string }
/** A value as it should be, or as it becomes by a mistake. */
export type Variant<T> = { value: T; finding: Finding | null }
/** What is signed, in its parts. */
export type Join = (id: Bytes, timestamp: Bytes, body: Bytes) => Bytes[]

type Mistake<T> = [cause: Cause, says: string, value: T | undefined]

/** The secret, and what is taken for it. */
export function secretsOf(
  secret: string,
  { accessToken, body }: { accessToken?: string | undefined; body: Bytes },
): Variant<Bytes>[] {
  const around = 'The secret has white space around it, or was used with it: trim what is read from a file.'
  const quotes = 'The secret has quotes around it, or was used with them: they are none of it.'
  const mistakes: Mistake<string | Bytes>[] = [
    ['white space around the secret', around, secret.trim()],
    ['white space around the secret', around, `${secret}\n`],
    ['white space around the secret', around, `${secret}\r\n`],
    ['quotes around the secret', quotes, /^(["']).*\1$/s.test(secret) ? secret.slice(1, -1) : undefined],
    ['quotes around the secret', quotes, `"${secret}"`],
    ['decoded secret', 'The secret is used as the text that it is, not decoded from base64.', bytesOfBase64(secret)],
    [
      'client id as secret',
      'The client id was used: the key is the client secret.',
      notificationIn(body)?.subscription?.clientId,
    ],
    ['access token as secret', 'The access token was used: the key is the client secret.', accessToken],
  ]
  return variants(
    bytesOfText(secret),
    mistakes.map(([cause, says, value]): Mistake<Bytes> => {
      const key = typeof value === 'string' ? bytesOfText(value) : value
      // Nothing can be signed with an empty key.
      return [cause, says, key?.length === 0 ? undefined : key]
    }),
  )
}

const orders = [
  [1, 0, 2],
  [0, 2, 1],
  [2, 0, 1],
  [1, 2, 0],
  [2, 1, 0],
]

/** Id, timestamp and body, one after the other with nothing between, and what else is made of them. */
export const joins: Variant<Join>[] = variants<Join>(
  (id, timestamp, body) => [id, timestamp, body],
  [
    ['no id and timestamp', 'The message id and the timestamp are signed before the body.', (_id, _at, body) => [body]],
    ['no timestamp', 'The timestamp is signed between message id and body.', (id, _at, body) => [id, body]],
    ['no id', 'The message id is signed first.', (_id, at, body) => [at, body]],
    ...orders.map((order): Mistake<Join> => [
      'wrong order',
      'The order is message id, timestamp, body.',
      (...parts) => order.flatMap((place) => parts[place] ?? []),
    ]),
    ...['.', ':', ' ', '\n', ',', '|', '-', '_', ';', '&'].map((text): Mistake<Join> => {
      const between = bytesOfText(text)
      const says = `Nothing stands between message id, timestamp and body, also no ${JSON.stringify(text)}.`
      return ['separators', says, (id, at, body) => [id, between, at, between, body]]
    }),
  ],
)

/** A timestamp, and how it is written by those who read it as a date; one without milliseconds had one of a thousand. */
export function timestampsOf(timestamp: string): Variant<string>[] {
  const at = /^\d{13}$/.test(timestamp) ? Number(timestamp) : Date.parse(withZone(timestamp))
  if (Number.isNaN(at)) return variants(timestamp, [])
  const exact = new Date(at).toISOString()
  const [second, millisecond] = [exact.slice(0, 19), exact.slice(0, 23)]
  const spelled = [exact, `${second}Z`, `${second}+00:00`, `${millisecond}+00:00`, `${millisecond}000+00:00`]
  const plain = [
    second,
    second.replace('T', ' '),
    millisecond.replace('T', ' '),
    String(at),
    String(Math.floor(at / 1_000)),
  ]
  const lost = at % 1_000 === 0 ? Array.from({ length: 1_000 }, (_, ms) => new Date(at + ms).toISOString()) : []
  const says = 'The timestamp is signed as it stands in the header: it must not be read as a date and written again.'
  return variants(
    timestamp,
    [...new Set([...spelled, ...plain, ...lost])].map((one) => ['timestamp written again', says, one]),
  )
}

function withZone(timestamp: string): string {
  return /(Z|[+-]\d{2}:?\d{2})$/i.test(timestamp) ? timestamp : `${timestamp.replace(' ', 'T')}Z`
}

/** A body, what was sent if it was changed on the way, and what is made of it by those who do not sign its bytes. */
export function bodiesOf(body: Bytes): Variant<Bytes>[] {
  const text = textIn(body)
  const mark = Uint8Array.of(0xef, 0xbb, 0xbf)
  const hasMark = isSameBytes(body.subarray(0, 3), mark)
  const newline = 'A line end stands after the body, or was signed with it: it is none of the body.'
  const crlf = 'A CRLF stands after the body, or was signed with it: keep the body as bytes, not as a text file.'
  const order = 'A byte order mark stands before the body, or was signed with it: it is none of the body.'
  const latin = 'The body is UTF-8, and was read as Latin-1.'
  return variants(body, [
    ['trailing newline', newline, /[^\r]\n$/.test(text) ? body.subarray(0, -1) : undefined],
    ['trailing newline', newline, joined(body, bytesOfText('\n'))],
    ['CRLF', crlf, text.endsWith('\r\n') ? body.subarray(0, -2) : undefined],
    ['CRLF', crlf, joined(body, bytesOfText('\r\n'))],
    ['byte order mark', order, hasMark ? body.subarray(3) : undefined],
    ['byte order mark', order, joined(mark, body)],
    ['character set', latin, bytesOfLatin1(text)],
    ['character set', latin, bytesOfText(Array.from(body, (byte) => String.fromCharCode(byte)).join(''))],
    ...writtenAgain(text),
    [
      'object as body',
      'An object was signed, as "[object Object]": sign the raw bytes.',
      bytesOfText('[object Object]'),
    ],
    ['empty body', 'No body was signed: it was left out, or something had read it before.', new Uint8Array()],
  ])
}

/** What JSON writers make of the same notification; the platform writes it without white space or escapes, in the order of the contract. */
function writtenAgain(text: string): Mistake<Bytes>[] {
  const value = parsed(text)
  if (value === undefined) return []
  const compact = JSON.stringify(value)
  const hasEscapes = /\\u[0-9a-f]{4}|\\\//i.test(text)
  const sorted = inAlphabet(value)
  const written: [difference: Cause, texts: string[]][] = [
    [hasEscapes ? 'unicode escapes' : 'white space', [compact]],
    ['white space', [...[2, 4, '\t'].map((indent) => JSON.stringify(value, null, indent)), spaced(value)]],
    ['unicode escapes', [compact, spaced(value)].map(escaped)],
    ['unicode escapes', [compact, escaped(compact)].map(escapedSlashes)],
    ['key order', [JSON.stringify(inOrderOf(notification, value)), JSON.stringify(sorted)]],
    ['key order', [spaced(sorted), escaped(spaced(sorted))]],
  ]
  return written.flatMap(([cause, texts]) => {
    const says = `The body was parsed and written again, which changed its ${cause}: sign the raw bytes, before anything parses them.`
    return texts.map((one): Mistake<Bytes> => [cause, says, bytesOfText(one)])
  })
}

/** The right value first, then what each mistake makes of it, unless that is the same. */
function variants<T>(right: T, mistakes: Mistake<T>[]): Variant<T>[] {
  const wrong = mistakes.flatMap(([cause, says, value]) =>
    value === undefined || isSame(value, right) ? [] : [{ value, finding: { cause, says } }],
  )
  return [{ value: right, finding: null }, ...wrong]
}

function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Uint8Array && other instanceof Uint8Array ? isSameBytes(one, other) : one === other
}

type Read = { message?: { messageId?: string }; subscription?: { clientId?: string } }

/** The notification that a body holds, as far as it can be read. */
export function notificationIn(body: Bytes): Read | null {
  const value = parsed(textIn(body))
  return typeof value === 'object' && value !== null ? value : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** As Python writes JSON: a space after each comma and colon. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (!isNamed(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${spaced(one)}`)
    .join(', ')}}`
}

function escaped(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function escapedSlashes(json: string): string {
  return json.replaceAll('/', '\\/')
}

function inAlphabet(value: unknown): unknown {
  if (!isNamed(value)) return value
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1))
  return Object.fromEntries(names.map((name) => [name, inAlphabet(value[name])]))
}

/** The same value with its fields in the order in which a schema names them. */
function inOrderOf(schema: { properties?: object }, value: unknown): unknown {
  if (!isNamed(value)) return value
  const properties = (schema.properties ?? {}) as Record<string, object>
  const names = [...Object.keys(properties).filter((name) => name in value), ...Object.keys(value)]
  return Object.fromEntries([...new Set(names)].map((name) => [name, inOrderOf(properties[name] ?? {}, value[name])]))
}

function isNamed(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
