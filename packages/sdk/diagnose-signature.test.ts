import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { notificationBody, secret, signedMessage } from '../../tests/support/clients/signed-message.ts'
import { diagnoseSignature, type Evidence } from './diagnose-signature.ts'

const { messageId: id, headers, body } = signedMessage()
const timestamp = headers['Svc-Event-Message-Timestamp'] ?? ''
const validEvidence: Evidence = {
  id,
  timestamp,
  signature: headers['Svc-Event-Message-Signature'] ?? '',
  body: new Uint8Array(body),
  secret,
}
const value = JSON.parse(String(body))

const diagnoseCauses = async (overrides: Partial<Evidence>) =>
  (await diagnoseSignature({ ...validEvidence, ...overrides })).map(({ mistake }) => mistake)
const hmac = (key: string | Buffer, ...parts: (string | Buffer)[]) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest()
}
/** The signature that a receiver's code computes if it signs these parts. */
const signedParts = (...parts: (string | Buffer)[]) => ({
  signature: `sha256=${hmac(secret, ...parts).toString('hex')}`,
})
const signedWithKey = (key: string | Buffer) => ({
  signature: `sha256=${hmac(key, id, timestamp, body).toString('hex')}`,
})
const withBody = (json: unknown) => ({ body: Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)) })

const { message, subscription } = value

const reorderedMessage = { subscription, message }

const escapeNonAscii = (json: string) => json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`)

const digest = hmac(secret, id, timestamp, body)

const pythonJson = JSON.stringify(value, null, 1)
  .replace(/\n\s*/g, ' ')
  .replace(/([{[]) | ([}\]])/g, '$1$2')

describe('diagnoseSignature', () => {
  test('returns no findings for a matching signature', async () => {
    assert.deepEqual(await diagnoseSignature(validEvidence), [])
  })

  // Each row has the mistake and its values: the receiver stored a wrong value, or its code computed from a right one.
  for (const [cause, how, given] of [
    ['wrong secret', 'another one', { secret: 'k'.repeat(54) }],
    ['wrong secret', 'one of another form', { secret: 'hunter2' }],
    ['client id as secret', 'kept', { secret: 'a-game' }],
    ['client id as secret', 'used', signedWithKey('a-game')],
    ['access token as secret', 'kept', { secret: 't'.repeat(54), accessToken: 't'.repeat(54) }],
    ['access token as secret', 'used', { ...signedWithKey('t'.repeat(54)), accessToken: 't'.repeat(54) }],
    ['white space around the secret', 'kept with a newline', { secret: `${secret}\n` }],
    ['white space around the secret', 'kept with a space', { secret: ` ${secret}` }],
    ['white space around the secret', 'used with a newline', signedWithKey(`${secret}\n`)],
    ['quotes around the secret', 'kept', { secret: `"${secret}"` }],
    ['quotes around the secret', 'used', signedWithKey(`"${secret}"`)],
    ['decoded secret', 'used', signedWithKey(Buffer.from(secret, 'base64'))],
    ['key order', 'kept', withBody(reorderedMessage)],
    ['key order', 'used, sorted', signedParts(id, timestamp, JSON.stringify(sorted(value)))],
    ['white space', 'kept, indented', withBody(JSON.stringify(value, null, 2))],
    ['white space', 'used, as Python writes it', signedParts(id, timestamp, pythonJson)],
    ['unicode escapes', 'kept', withBody(escapeNonAscii(String(body)))],
    [
      'unicode escapes',
      'used, as PHP writes it',
      signedParts(id, timestamp, escapeNonAscii(String(body)).replaceAll('/', '\\/')),
    ],
    ['unicode escapes', 'used, as Python writes it', signedParts(id, timestamp, escapeNonAscii(pythonJson))],
    ['object as body', 'used', signedParts(id, timestamp, '[object Object]')],
    ['empty body', 'used', signedParts(id, timestamp, '')],
    ['character set', 'kept', { body: Buffer.from(body.toString('latin1'), 'utf8') }],
    ['character set', 'used', signedParts(id, timestamp, Buffer.from(body.toString('latin1'), 'utf8'))],
    ['trailing newline', 'kept', withBody(`${String(body)}\n`)],
    ['trailing newline', 'used', signedParts(id, timestamp, body, '\n')],
    ['CRLF', 'kept', withBody(`${String(body)}\r\n`)],
    ['CRLF', 'used', signedParts(id, timestamp, body, '\r\n')],
    ['byte order mark', 'kept', withBody(`\uFEFF${String(body)}`)],
    ['byte order mark', 'used', signedParts(id, timestamp, '\uFEFF', body)],
    ['no timestamp', 'used', signedParts(id, body)],
    ['no id', 'used', signedParts(timestamp, body)],
    ['no id and timestamp', 'used', signedParts(body)],
    ['wrong order', 'timestamp first', signedParts(timestamp, id, body)],
    ['wrong order', 'body first', signedParts(body, id, timestamp)],
    ['separators', 'full stops', signedParts(id, '.', timestamp, '.', body)],
    ['separators', 'line ends', signedParts(id, '\n', timestamp, '\n', body)],
    ['timestamp written again', 'kept with an offset', { timestamp: '2026-07-18T23:32:12.345+09:00' }],
    ['timestamp written again', 'kept without its milliseconds', { timestamp: '2026-07-18T14:32:12Z' }],
    ['timestamp written again', 'kept as a number', { timestamp: String(Date.parse(timestamp)) }],
    ['timestamp written again', 'used without its zone', signedParts(id, '2026-07-18 14:32:12.345', body)],
    [
      'timestamp written again',
      'used as seconds',
      signedParts(id, String(Math.floor(Date.parse(timestamp) / 1000)), body),
    ],
    ['upper-case hex', 'made', { signature: `sha256=${digest.toString('hex').toUpperCase()}` }],
    ['base64', 'made', { signature: `sha256=${digest.toString('base64')}` }],
    ['base64', 'made for URLs', { signature: `sha256=${digest.toString('base64url')}` }],
    ['no sha256=', 'made', { signature: digest.toString('hex') }],
    ['wrong length', 'made', { signature: `sha256=${createHmac('sha1', secret).update(body).digest('hex')}` }],
    ['not hexadecimal', 'kept', { signature: 'sha256=<signature>' }],
    ['another message', 'kept', withBody(JSON.stringify(value).replaceAll(id, id.replace('3', '4')))],
  ] as const)
    test(`finds ${cause} (${how})`, async () => {
      assert.deepEqual(await diagnoseCauses(given), [cause])
    })

  for (const [length, end] of [
    [63, '63.'],
    [0, '0.'],
    [40, '40, as SHA-1 has.'],
  ] as const)
    test(`states the length of a signature of ${length} digits`, async () => {
      const signature = `sha256=${'a'.repeat(length)}`
      const advice = `Wrong length: an HMAC-SHA256 signature has 64 hexadecimal digits after sha256=. This one has ${end}`
      assert.deepEqual(await diagnoseSignature({ ...validEvidence, signature }), [
        { mistake: 'wrong length', advice, length },
      ])
    })

  for (const [entered, end] of [
    ['hunter2-old', '11 characters.'],
    ['!'.repeat(54), 'other characters.'],
  ] as const)
    test(`states how the entered secret ${entered.slice(0, 11)} differs from the form of secrets`, async () => {
      const advice = `A client secret has 54 letters, digits, "-" or "_". The entered value has ${end}`
      assert.deepEqual(await diagnoseSignature({ ...validEvidence, secret: entered }), [
        { mistake: 'wrong secret', advice, length: entered.length },
      ])
    })

  test('finds two mistakes at once', async () => {
    assert.deepEqual(await diagnoseCauses({ body: Buffer.from(`${String(body)}\n`), secret: `${secret}\n` }), [
      'white space around the secret',
      'trailing newline',
    ])
    assert.deepEqual(await diagnoseCauses({ signature: hmac(secret, body).toString('base64') }), [
      'no sha256=',
      'base64',
      'no id and timestamp',
    ])
  })

  test('suggests the secret or the body if no known mistake matches', async () => {
    assert.deepEqual(await diagnoseCauses(withBody(notificationBody('체스'))), ['wrong secret'])
    assert.deepEqual(await diagnoseCauses(withBody('no json')), ['wrong secret'])
    assert.match(
      (await diagnoseSignature({ ...validEvidence, ...withBody('no json') }))[0]?.advice ?? '',
      /the body, which is no JSON,/,
    )
  })
})

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]))
}
