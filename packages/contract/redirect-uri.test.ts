import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatReason } from './error-codes.ts'
import { findHttpsUrlError, findRedirectUriError } from './redirect-uri.ts'

const inProduction = { allowsHttp: false }

describe('findRedirectUriError', () => {
  for (const uri of [
    'https://bot.example.com/callback?x=1',
    'https://bot.example.com:8443/콜백',
    'http://localhost:3000/cb',
    'http://127.0.0.1/cb',
    'http://127.8.9.10:3000/cb',
    'http://[::1]:3000/cb',
    'com.example.app:/callback',
    'com.example.app://callback',
  ])
    test(`accepts ${uri}`, () => assert.equal(findRedirectUriError(uri, inProduction), null))

  for (const [uri, code] of [
    ['http://bot.example.com/cb', 'HTTP_NOT_ALLOWED'],
    ['http://localhost.example.com/cb', 'HTTP_NOT_ALLOWED'],
    ['http://127.0.0.1.example.com/cb', 'HTTP_NOT_ALLOWED'],
    ['http://192.168.0.5/cb', 'HTTP_NOT_ALLOWED'],
    ['myapp://cb', 'SCHEME_NOT_ALLOWED'],
    ['javascript:alert(1)', 'SCHEME_NOT_ALLOWED'],
    ['JavaScript:alert(1)', 'SCHEME_NOT_ALLOWED'],
    ['data:text/html,hi', 'SCHEME_NOT_ALLOWED'],
    ['blob:https://bot.example.com/1', 'SCHEME_NOT_ALLOWED'],
    ['file:///etc/passwd', 'SCHEME_NOT_ALLOWED'],
    ['/callback', 'NOT_ABSOLUTE_URL'],
    ['https:example.com', 'NOT_ABSOLUTE_URL'],
    ['https:example.com/cb', 'NOT_ABSOLUTE_URL'],
    ['https:/example.com/cb', 'NOT_ABSOLUTE_URL'],
    ['https:///example.com/cb', 'NOT_ABSOLUTE_URL'],
    ['HTTP:localhost/cb', 'NOT_ABSOLUTE_URL'],
    ['//bot.example.com/callback', 'NOT_ABSOLUTE_URL'],
    ['https://bot.example.com/cb#', 'URL_WITH_FRAGMENT'],
    ['https://me:secret@bot.example.com/', 'URL_WITH_CREDENTIALS'],
    ['https://bot.example.com/\ud800', 'NOT_WELL_FORMED'],
    ['https://bot.example.com/\0', 'URL_CHARACTER_NOT_ALLOWED'],
    ['java\nscript:alert(1)', 'URL_CHARACTER_NOT_ALLOWED'],
    ['https://bot.example.com/\tcb', 'URL_CHARACTER_NOT_ALLOWED'],
    [' https://bot.example.com/cb', 'URL_CHARACTER_NOT_ALLOWED'],
    ['https://bot.example.com\\@evil.example/', 'URL_CHARACTER_NOT_ALLOWED'],
    ['https://bot.example.com/\u202egnp.exe', 'URL_CHARACTER_NOT_ALLOWED'],
    ['https://bot.example.com/\u2066cb', 'URL_CHARACTER_NOT_ALLOWED'],
    ['https://bot.example.com/\u200bcb', 'URL_CHARACTER_NOT_ALLOWED'],
    ['https://bot.example.com/\u3164', 'URL_CHARACTER_NOT_ALLOWED'],
    ['https://*.example.com/cb', 'URL_CHARACTER_NOT_ALLOWED'],
    ['https://bot.example.com/*', 'URL_CHARACTER_NOT_ALLOWED'],
    ['https://%2A.example.com/cb', 'URL_CHARACTER_NOT_ALLOWED'],
  ] as const)
    test(`refuses ${JSON.stringify(uri)} with ${code}`, () =>
      assert.equal(findRedirectUriError(uri, inProduction)?.code, code))

  for (const [uri, suggestion] of [
    ['localhost:3000/cb', 'http://localhost:3000/cb'],
    ['127.0.0.1:3000/cb', 'http://127.0.0.1:3000/cb'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['bot.example.com/cb', 'https://bot.example.com/cb'],
    ['bot.example.com:8443/cb', 'https://bot.example.com:8443/cb'],
  ] as const)
    test(`suggests ${suggestion} for ${uri}`, () => {
      const error = findRedirectUriError(uri, inProduction)
      assert.equal(error && formatReason(error), `has no scheme; did you mean ${suggestion}?`)
    })

  test('allows http at any host in the sandbox, and no other scheme', () => {
    assert.equal(findRedirectUriError('http://bot.test/cb', { allowsHttp: true }), null)
    assert.equal(findRedirectUriError('myapp://cb', { allowsHttp: true })?.code, 'SCHEME_NOT_ALLOWED')
  })
})

describe('findHttpsUrlError', () => {
  test('accepts https with a host only', () => {
    assert.equal(findHttpsUrlError('https://example.com/rewards'), null)
    for (const text of ['https:example.com', 'https:/example.com', 'https:///example.com', 'http://example.com', '/x'])
      assert.equal(findHttpsUrlError(text)?.code, 'NOT_HTTPS_URL', text)
  })
})
