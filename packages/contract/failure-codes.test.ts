import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  failure,
  failureTexts,
  formatFailure,
  translateFailure,
  type Failure,
  type FailureCode,
  type FailureMessages,
} from './failure-codes.ts'

const codes = Object.keys(failureTexts) as FailureCode[]
const params = { status: 503, address: '127.0.0.1:9', systemCode: 'ECONNREFUSED', seconds: 5, step: 'tls' }
const otherParams = { host: 'bot', message: 'a: b', scheme: 'ftp:', port: '8443', days: 3, count: 7 }
const anyFailure = (code: FailureCode) => ({ code, params: { ...params, ...otherParams } }) as unknown as Failure

/** Messages that repeat the code and the parameters. */
const messages = Object.fromEntries(
  codes.map((code) => [
    code,
    failureTexts[code].includes('{') ? (values: object) => `${code} ${JSON.stringify(values)}` : code,
  ]),
) as unknown as FailureMessages

const refused = failure('CONNECT_FAILED', {}, [
  { code: 'CONNECTION_REFUSED', params: { address: '127.0.0.1:9', systemCode: 'ECONNREFUSED' } },
  { code: 'HOST_UNREACHABLE', params: { address: '[::1]:9', systemCode: 'EHOSTUNREACH' } },
])

describe('formatFailure', () => {
  test('fills in every parameter of every code', () => {
    for (const code of codes) assert.doesNotMatch(formatFailure(anyFailure(code)), /[{}]|undefined/, code)
    assert.equal(
      formatFailure(failure('UNSUCCESSFUL_STATUS', { status: 503 })),
      'the receiver responded with status 503',
    )
  })

  test('appends the causes in parentheses', () => {
    const expected =
      'the connection failed (connection refused by 127.0.0.1:9 (ECONNREFUSED), no route to [::1]:9 (EHOSTUNREACH))'
    assert.equal(formatFailure(refused), expected)
  })
})

describe('translateFailure', () => {
  test('gives the message of every code, with its parameters', () => {
    for (const code of codes) {
      const [name, ...rest] = translateFailure(messages, anyFailure(code)).split(' ')
      assert.equal(name, code)
      if (rest.length > 0) assert.deepEqual(JSON.parse(rest.join(' ')), anyFailure(code).params, code)
    }
  })

  test('translates the causes too', () => {
    assert.match(translateFailure(messages, refused), /^CONNECT_FAILED \(CONNECTION_REFUSED .*, HOST_UNREACHABLE .*\)$/)
  })

  test('returns the code itself when it has no message', () => {
    assert.equal(translateFailure(messages, { code: 'ADDED_LATER', params: {} } as unknown as Failure), 'ADDED_LATER')
  })
})
