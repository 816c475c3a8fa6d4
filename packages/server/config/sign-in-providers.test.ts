import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const client = { clientId: 'onair', clientSecret: 'hunter2' }
const company = { id: 'company', name: 'Company', issuer: 'https://id.example.com', ...client }

const without = (name: string) => Object.fromEntries(Object.entries(company).filter(([key]) => key !== name))

const read = (value: unknown, env = {}) =>
  readConfig({ ONAIR_SIGN_IN_PROVIDERS: typeof value === 'string' ? value : JSON.stringify(value), ...env })
    .signInProviders

function errorOf(value: unknown, env = {}): string {
  try {
    read(value, env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    assert.ok(!error.message.includes('hunter2'))
    return error.message
  }
  return ''
}

describe('ONAIR_SIGN_IN_PROVIDERS', () => {
  test('is none by default', () => {
    assert.deepEqual(readConfig({}).signInProviders, [])
  })

  test('knows Naver, Kakao and LINE, and takes others with name and issuer', () => {
    const providers = read([
      { id: 'naver', ...client },
      { id: 'kakao', ...client, name: '카카오' },
      { id: 'line', ...client },
      company,
    ])
    assert.deepEqual(
      providers.map(({ name, protocol, issuer, scope }) => [name, protocol, issuer, scope]),
      [
        ['NAVER', 'NAVER', 'https://nid.naver.com', ''],
        ['카카오', 'OPENID', 'https://kauth.kakao.com', 'openid account_email'],
        ['LINE', 'LINE', 'https://access.line.me', 'openid email'],
        ['Company', 'OPENID', 'https://id.example.com', 'openid email'],
      ],
    )
    assert.equal(read([{ ...company, scope: 'openid' }])[0]?.scope, 'openid')
  })

  test('is read from a file', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'onair-'))
    const file = join(folder.path, 'providers.json')
    await writeFile(file, `${JSON.stringify([company], null, 2)}\n`)
    assert.equal(readConfig({ ONAIR_SIGN_IN_PROVIDERS_FILE: file }).signInProviders[0]?.id, 'company')
  })

  for (const [value, sentence] of [
    ['[{"id": "naver",\n "clientSecret": "hunter2"', 'must be JSON, which it is not at line 2 column 27'],
    [{}, 'must be a JSON list of at most 8 providers'],
    [Array.from({ length: 9 }, () => company), 'must be a JSON list of at most 8 providers'],
    [[company, { ...company, id: 'other' }], 'must not have two providers with the same issuer'],
    [[company, { ...company, issuer: 'https://other.example' }], 'must not have two providers with the same id'],
    [[company, 1], 'must have for provider 2 an "id" of lower-case letters, digits and hyphens'],
    [[{ ...company, id: '../x' }], 'must have for provider 1 an "id" of lower-case letters, digits and hyphens'],
    [[without('clientSecret')], 'must have for the provider "company" a text "clientSecret"'],
    [[without('name')], 'must have for the provider "company" a text "name"'],
    [[{ ...company, name: 'x'.repeat(41) }], 'must have for the provider "company" a "name" of at most 40 characters'],
    [[{ ...company, secret: 'x' }], 'must have for the provider "company" no field "secret"'],
    [
      [{ ...company, issuer: 'http://id.example.com' }],
      'must have for the provider "company" an "issuer", which must be a URL such as https://id.example.com',
    ],
    [[{ ...company, scope: 'email' }], 'must have for the provider "company" a "scope" that contains openid'],
    [[{ ...company, id: 'naver' }], 'must have for the provider "naver" no "issuer" and no "scope": they are known'],
  ] as const)
    test(`names the mistake: ${sentence}`, () => {
      assert.equal(errorOf(value), `ONAIR_SIGN_IN_PROVIDERS ${sentence}, not "•••".`)
    })

  test('requires https on a site, except for an issuer on this machine in a sandbox', () => {
    const local = [{ ...company, issuer: 'http://localhost:9000' }]
    assert.equal(errorOf(local), '')
    assert.match(errorOf(local, { ONAIR_MODE: 'production' }), /"company" an "issuer" that begins with https:\/\//)
  })
})
