import { notification } from '@onair/contract'
import { base64ToBytes, latin1ToBytes, utf8Bytes, equalBytes, concatBytes, decodeUtf8, type Bytes } from './bytes.ts'

/** Known mistakes in computing a signature. */
export type SignatureMistake =
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
  | 'no id'
  | 'no id and timestamp'
  | 'no sha256='
  | 'no timestamp'
  | 'not hexadecimal'
  | 'object as body'
  | 'quotes around the secret'
  | 'separators'
  | 'timestamp written again'
  | 'trailing newline'
  | 'unicode escapes'
  | 'upper-case hex'
  | 'white space'
  | 'white space around the secret'
  | 'wrong length'
  | 'wrong order'
  | 'wrong secret'

/** A mistake, and what to do about it. `length`: of a signature or a secret that does not have the required form. */
export type Finding = { mistake: SignatureMistake; advice: string; length?: number }
/** A correct value, or one that results from a mistake. */
export type Variant<T> = { value: T; finding: Finding | null }
/** The parts that are signed, in order. */
export type MessageLayout = (id: Bytes, timestamp: Bytes, body: Bytes) => Bytes[]

type MistakenVariant<T> = [mistake: SignatureMistake, advice: string, value: T | undefined]

/** The secret, and values that are used instead by mistake. */
export function secretVariants(
  secret: string,
  { accessToken, body }: { accessToken?: string | undefined; body: Bytes },
): Variant<Bytes>[] {
  const whitespaceAdvice =
    'The secret has white space around it, or was used with white space around it: trim a secret that is read from a file.'
  const quotesAdvice =
    'The secret has quotes around it, or was used with quotes around it: remove them, they are not part of the secret.'
  const mistakes: MistakenVariant<string | Bytes>[] = [
    ['white space around the secret', whitespaceAdvice, secret.trim()],
    ['white space around the secret', whitespaceAdvice, `${secret}\n`],
    ['white space around the secret', whitespaceAdvice, `${secret}\r\n`],
    ['quotes around the secret', quotesAdvice, /^(["']).*\1$/s.test(secret) ? secret.slice(1, -1) : undefined],
    ['quotes around the secret', quotesAdvice, `"${secret}"`],
    ['decoded secret', 'The secret was decoded from base64: use its text as the key.', base64ToBytes(secret)],
    [
      'client id as secret',
      'The client id was used: the key is the client secret.',
      parseNotification(body)?.subscription?.clientId,
    ],
    ['access token as secret', 'The access token was used: the key is the client secret.', accessToken],
  ]
  return toVariants(
    utf8Bytes(secret),
    mistakes.map(([mistake, advice, value]): MistakenVariant<Bytes> => {
      const key = typeof value === 'string' ? utf8Bytes(value) : value
      // Web Crypto rejects an empty key.
      return [mistake, advice, key?.length === 0 ? undefined : key]
    }),
  )
}

const wrongOrders = [
  [1, 0, 2],
  [0, 2, 1],
  [2, 0, 1],
  [1, 2, 0],
  [2, 1, 0],
]

/** The correct order of id, timestamp and body, and wrong ones. */
export const layoutVariants: Variant<MessageLayout>[] = toVariants<MessageLayout>(
  (id, timestamp, body) => [id, timestamp, body],
  [
    ['no id and timestamp', 'The message id and the timestamp are signed before the body.', (_id, _at, body) => [body]],
    ['no timestamp', 'The timestamp is signed between message id and body.', (id, _at, body) => [id, body]],
    ['no id', 'The message id is signed first.', (_id, at, body) => [at, body]],
    ...wrongOrders.map((order): MistakenVariant<MessageLayout> => [
      'wrong order',
      'The order is message id, timestamp, body.',
      (...parts) => order.flatMap((index) => parts[index] ?? []),
    ]),
    ...['.', ':', ' ', '\n', ',', '|', '-', '_', ';', '&'].map((text): MistakenVariant<MessageLayout> => {
      const separator = utf8Bytes(text)
      const advice = `Message id, timestamp and body are signed without a separator: remove ${JSON.stringify(text)}.`
      return ['separators', advice, (id, at, body) => [id, separator, at, separator, body]]
    }),
  ],
)

/** A timestamp, and the forms that result from parsing and formatting it. */
export function timestampVariants(timestamp: string): Variant<string>[] {
  const time = /^\d{13}$/.test(timestamp) ? Number(timestamp) : Date.parse(withZone(timestamp))
  if (Number.isNaN(time)) return toVariants(timestamp, [])
  const isoDate = new Date(time).toISOString()
  const [toSeconds, toMilliseconds] = [isoDate.slice(0, 19), isoDate.slice(0, 23)]
  const isoFormats = [
    isoDate,
    `${toSeconds}Z`,
    `${toSeconds}+00:00`,
    `${toMilliseconds}+00:00`,
    `${toMilliseconds}000+00:00`,
  ]
  const otherFormats = [
    toSeconds,
    toSeconds.replace('T', ' '),
    toMilliseconds.replace('T', ' '),
    String(time),
    String(Math.floor(time / 1_000)),
  ]
  const withMilliseconds =
    time % 1_000 === 0 ? Array.from({ length: 1_000 }, (_, ms) => new Date(time + ms).toISOString()) : []
  const advice = 'The timestamp is signed exactly as in the header: do not parse and format it again.'
  return toVariants(
    timestamp,
    [...new Set([...isoFormats, ...otherFormats, ...withMilliseconds])].map((format) => [
      'timestamp written again',
      advice,
      format,
    ]),
  )
}

function withZone(timestamp: string): string {
  return /(Z|[+-]\d{2}:?\d{2})$/i.test(timestamp) ? timestamp : `${timestamp.replace(' ', 'T')}Z`
}

/** A body, and the forms that result from a change in transit or from not signing the raw bytes. */
export function bodyVariants(body: Bytes): Variant<Bytes>[] {
  const text = decodeUtf8(body)
  const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf)
  const hasByteOrderMark = equalBytes(body.subarray(0, 3), byteOrderMark)
  const newlineAdvice =
    'The body ends with a line break, or was signed with one: remove it, it is not part of the body.'
  const crlfAdvice = 'The body ends with CRLF, or was signed with CRLF: keep the body as bytes, not as a text file.'
  const byteOrderMarkAdvice =
    'The body starts with a byte order mark, or was signed with one: remove it, it is not part of the body.'
  const latin1Advice = 'The body is UTF-8, and was read as Latin-1.'
  return toVariants(body, [
    ['trailing newline', newlineAdvice, /[^\r]\n$/.test(text) ? body.subarray(0, -1) : undefined],
    ['trailing newline', newlineAdvice, concatBytes(body, utf8Bytes('\n'))],
    ['CRLF', crlfAdvice, text.endsWith('\r\n') ? body.subarray(0, -2) : undefined],
    ['CRLF', crlfAdvice, concatBytes(body, utf8Bytes('\r\n'))],
    ['byte order mark', byteOrderMarkAdvice, hasByteOrderMark ? body.subarray(3) : undefined],
    ['byte order mark', byteOrderMarkAdvice, concatBytes(byteOrderMark, body)],
    ['character set', latin1Advice, latin1ToBytes(text)],
    ['character set', latin1Advice, utf8Bytes(Array.from(body, (byte) => String.fromCharCode(byte)).join(''))],
    ...reserializedVariants(text),
    ['object as body', 'An object was signed, as "[object Object]": sign the raw bytes.', utf8Bytes('[object Object]')],
    [
      'empty body',
      'An empty body was signed: the body was omitted, or was already read when the signature was computed.',
      new Uint8Array(),
    ],
  ])
}

/** Other JSON serializations of the notification. Onair writes no white space or escapes, in the field order of the contract. */
function reserializedVariants(text: string): MistakenVariant<Bytes>[] {
  const value = parseJson(text)
  if (value === undefined) return []
  const compact = JSON.stringify(value)
  const hasEscapes = /\\u[0-9a-f]{4}|\\\//i.test(text)
  const sorted = sortKeys(value)
  const serializations: [difference: SignatureMistake, texts: string[]][] = [
    [hasEscapes ? 'unicode escapes' : 'white space', [compact]],
    ['white space', [...[2, 4, '\t'].map((indent) => JSON.stringify(value, null, indent)), stringifySpaced(value)]],
    ['unicode escapes', [compact, stringifySpaced(value)].map(escapeNonAscii)],
    ['unicode escapes', [compact, escapeNonAscii(compact)].map(escapeSlashes)],
    ['key order', [JSON.stringify(orderKeysBySchema(notification, value)), JSON.stringify(sorted)]],
    ['key order', [stringifySpaced(sorted), escapeNonAscii(stringifySpaced(sorted))]],
  ]
  return serializations.flatMap(([mistake, texts]) => {
    const advice = `The body was parsed and written again, which changed its ${mistake}: sign the raw bytes, before anything parses them.`
    return texts.map((json): MistakenVariant<Bytes> => [mistake, advice, utf8Bytes(json)])
  })
}

/** The correct value first, then each different value that a mistake gives. */
function toVariants<T>(correct: T, mistakes: MistakenVariant<T>[]): Variant<T>[] {
  const mistaken = mistakes.flatMap(([mistake, advice, value]) =>
    value === undefined || isEqual(value, correct) ? [] : [{ value, finding: { mistake: mistake, advice: advice } }],
  )
  return [{ value: correct, finding: null }, ...mistaken]
}

function isEqual(left: unknown, right: unknown): boolean {
  return left instanceof Uint8Array && right instanceof Uint8Array ? equalBytes(left, right) : left === right
}

type ParsedNotification = { message?: { messageId?: string }; subscription?: { clientId?: string } }

/** Parses a notification as far as possible. */
export function parseNotification(body: Bytes): ParsedNotification | null {
  const value = parseJson(decodeUtf8(body))
  return typeof value === 'object' && value !== null ? value : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** JSON as Python writes it: a space after each comma and colon. */
function stringifySpaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stringifySpaced).join(', ')}]`
  if (!isRecord(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}: ${stringifySpaced(item)}`)
    .join(', ')}}`
}

function escapeNonAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function escapeSlashes(json: string): string {
  return json.replaceAll('/', '\\/')
}

function sortKeys(value: unknown): unknown {
  if (!isRecord(value)) return value
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1))
  return Object.fromEntries(names.map((name) => [name, sortKeys(value[name])]))
}

/** Sorts the fields of a value by the order of a schema. */
function orderKeysBySchema(schema: { properties?: object }, value: unknown): unknown {
  if (!isRecord(value)) return value
  const properties = (schema.properties ?? {}) as Record<string, object>
  const names = [...Object.keys(properties).filter((name) => Object.hasOwn(value, name)), ...Object.keys(value)]
  return Object.fromEntries(
    [...new Set(names)].map((name) => [
      name,
      orderKeysBySchema(Object.hasOwn(properties, name) ? properties[name]! : {}, value[name]),
    ]),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
