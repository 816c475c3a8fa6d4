import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ConfigError, readConfig, settingsPage } from './config.ts'

const key = createHash('sha256').update('a key').digest('base64')
const databaseUrl = 'postgresql://onair:pa55word@db.example/onair'
const redisUrl = 'redis://:pa55word@redis.example'

function configErrors(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n')
  }
}

describe('readConfig', () => {
  test('uses the defaults without settings and freezes the result', () => {
    const config = readConfig({})
    assert.deepEqual(
      [config.mode, config.host, config.port, config.roles.join()],
      ['sandbox', '127.0.0.1', 4747, 'api,gateway,worker'],
    )
    assert.ok(Object.isFrozen(config))
  })

  test('treats an empty or blank setting as not set', () => {
    assert.deepEqual(readConfig({ PORT: '', MODE: '  ', DATABASE_URL: '' }), readConfig({}))
  })

  test('reports all errors, one line each, with setting and value', () => {
    assert.deepEqual(
      configErrors({
        PORT: '70000',
        MODE: 'test',
        TRUST_PROXY: 'yes',
        BASE_URL: 'https://a.b/path',
        ROLES: 'api,cook',
      }),
      [
        'MODE must be sandbox or production, not "test".',
        'ROLES must be one or more of api, gateway, worker, not "api,cook".',
        'PORT must be an integer from 0 to 65535, not "70000".',
        'BASE_URL must be an origin such as https://api.example.com, not "https://a.b/path".',
        'TRUST_PROXY must be true or false, not "yes".',
      ],
    )
  })

  test('does not print the value of an invalid secret', () => {
    const messages = configErrors({
      DATABASE_URL: 'mysql://root:hunter2@db',
      REDIS_URL: 'http://:hunter2@redis',
      SECRET_KEY: 'hunter2',
    }).join('\n')
    assert.match(
      messages,
      /DATABASE_URL must be .*\nREDIS_URL must be .*\nSECRET_KEY must be 32 bytes in base64, not "•••"/,
    )
    assert.doesNotMatch(messages, /hunter2/)
  })

  for (const [missing, given] of [
    ['DATABASE_URL and REDIS_URL', {}],
    ['DATABASE_URL and REDIS_URL', { REDIS_URL: redisUrl }],
    ['DATABASE_URL and REDIS_URL', { DATABASE_URL: databaseUrl, SECRET_KEY: key }],
  ] as const)
    for (const roles of ['api', 'gateway', 'worker', 'api,worker'])
      test(`requires ${missing} for ROLES=${roles} with ${Object.keys(given).join(', ') || 'no other setting'}`, () => {
        const messages = configErrors({ ROLES: roles, ...given })
        assert.equal(messages.length, 1)
        assert.match(messages[0] ?? '', new RegExp(`^ROLES=${roles} .*set ${missing}\\.$`))
      })

  test('accepts a single role with DATABASE_URL, REDIS_URL and SECRET_KEY', () => {
    const env = { ROLES: 'gateway', DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SECRET_KEY: key }
    assert.deepEqual(readConfig(env).roles, ['gateway'])
  })

  test('takes several URLs of Redis for a cluster only', () => {
    const env = { REDIS_URL: `${redisUrl}:7000, ${redisUrl}:7001` }
    assert.equal(readConfig({ ...env, REDIS_CLUSTER: 'true' }).redisUrl, `${redisUrl}:7000,${redisUrl}:7001`)
    assert.match(configErrors(env).join(), /^REDIS_URL has several URLs/)
    assert.match(configErrors({ REDIS_CLUSTER: 'true' }).join(), /^REDIS_CLUSTER requires REDIS_URL/)
    assert.match(configErrors({ REDIS_URL: 'redis://a,http://b' }).join(), /^REDIS_URL must be a URL/)
  })

  test('sorts the roles', () => {
    assert.deepEqual(readConfig({ ROLES: 'worker, api,gateway' }).roles, ['api', 'gateway', 'worker'])
  })

  test('requires SECRET_KEY for DATABASE_URL', () => {
    const messages = configErrors({ DATABASE_URL: databaseUrl })
    assert.equal(messages.length, 1)
    assert.match(messages[0] ?? '', /^DATABASE_URL requires SECRET_KEY/)
    assert.doesNotMatch(messages[0] ?? '', /pa55word/)
    assert.deepEqual(readConfig({ DATABASE_URL: databaseUrl, SECRET_KEY: key }).secretKey, Buffer.from(key, 'base64'))
  })

  test('requires all or none of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET', () => {
    const completeEnv = {
      OIDC_ISSUER: 'https://id.example.com/realm',
      OIDC_CLIENT_ID: 'onair',
      OIDC_CLIENT_SECRET: 'hunter2',
    }
    const { oidcIssuer, oidcScope, oidcAcrValues } = readConfig({ ...completeEnv, OIDC_ACR_VALUES: 'high  higher' })
    assert.deepEqual([oidcIssuer, oidcScope, oidcAcrValues], [completeEnv.OIDC_ISSUER, 'openid', ['high', 'higher']])
    for (const name of ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']) {
      assert.deepEqual(configErrors({ ...completeEnv, [name]: '' }), [
        `Set all of OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, or none: ${name} missing.`,
      ])
    }
    assert.match(configErrors({ OIDC_CLIENT_SECRET: 'hunter2' }).join(), /: OIDC_ISSUER and OIDC_CLIENT_ID missing\.$/)
    assert.match(configErrors({ OIDC_SCOPE: 'profile' }).join(), /^OIDC_SCOPE must contain openid/)
  })

  test('requires https for OIDC_ISSUER, except for a loopback issuer in the sandbox', () => {
    const rest = { OIDC_CLIENT_ID: 'onair', OIDC_CLIENT_SECRET: 'hunter2' }
    for (const issuer of ['http://127.0.0.1:9000', 'http://localhost:9000/realm', 'http://[::1]:9000']) {
      assert.deepEqual(configErrors({ ...rest, OIDC_ISSUER: issuer }), [])
      assert.match(
        configErrors({ ...rest, OIDC_ISSUER: issuer, MODE: 'production' }).join(),
        /^OIDC_ISSUER must begin with https/,
      )
    }
    for (const issuer of ['http://id.example.com', 'http://127.0.0.1.example.com', 'id.example.com', 'https://a.b/?x'])
      assert.match(configErrors({ ...rest, OIDC_ISSUER: issuer }).join(), /^OIDC_ISSUER must be a URL such as https/)
  })

  test('refuses EPHEMERAL in production', () => {
    assert.match(
      configErrors({ MODE: 'production', EPHEMERAL: 'true' }).join(),
      /^EPHEMERAL .* is not allowed with MODE=production/,
    )
  })

  test('settingsPage has a row per setting', () => {
    const page = settingsPage()
    for (const name of ['MODE', 'ROLES', 'DATABASE_URL', 'SECRET_KEY', 'REDIS_PREFIX', 'OFFICIAL_NAMES'])
      assert.match(page, new RegExp(`^\\| \`${name}\` \\| .+ \\| .*\\|$`, 'm'))
  })

  test('requires both or neither of TLS_CERT and TLS_KEY', () => {
    for (const alone of [{ TLS_CERT: 'certificate.pem' }, { TLS_KEY: 'key.pem' }])
      assert.deepEqual(configErrors(alone), ['Set both TLS_CERT and TLS_KEY, or neither.'])
    assert.deepEqual(configErrors({ TLS_CERT: 'certificate.pem', TLS_KEY: 'key.pem' }), [])
  })

  test('requires {channelId} in the path of PLAYBACK_URL, and https when the pages use https', () => {
    const required = 'PLAYBACK_URL must be a URL with {channelId} in its path, such as'
    for (const good of [
      'https://live.example/{channelId}/index.m3u8',
      'http://127.0.0.1:8888/a/{channelId}.m3u8?low=1',
    ])
      assert.equal(readConfig({ PLAYBACK_URL: good }).playbackUrl, good)
    for (const bad of [
      'https://live.example/index.m3u8',
      'https://{channelId}.live.example/index.m3u8',
      'https://live.example/index.m3u8?of={channelId}',
      'https://live.example/{channelId}/{streamKey}.m3u8',
      'https://user:pa55word@live.example/{channelId}.m3u8',
      'https://live.example/{channelId}.m3u8#now',
      'rtmp://live.example/{channelId}',
      '/{channelId}/index.m3u8',
    ])
      assert.ok(configErrors({ PLAYBACK_URL: bad }).join().startsWith(required), bad)
    assert.match(
      configErrors({ BASE_URL: 'https://onair.example', PLAYBACK_URL: 'http://live.example/{channelId}.m3u8' }).join(),
      /^PLAYBACK_URL must begin with https:\/\//,
    )
  })

  test('reads a secret from the file that its _FILE variant names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'onair-config-'))
    try {
      const file = join(folder, 'secret')
      for (const variable of ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY', 'INGEST_SECRET', 'OIDC_CLIENT_SECRET'])
        assert.ok(settingsPage().includes(`\`${variable}_FILE\``))
      writeFileSync(file, `${key}\n`)
      assert.deepEqual(readConfig({ SECRET_KEY_FILE: file }).secretKey, Buffer.from(key, 'base64'))
      assert.deepEqual(configErrors({ SECRET_KEY_FILE: file, SECRET_KEY: key }), [
        'Set either SECRET_KEY or SECRET_KEY_FILE, not both.',
      ])
      writeFileSync(file, 'hunter2')
      assert.deepEqual(configErrors({ SECRET_KEY_FILE: file }), ['SECRET_KEY must be 32 bytes in base64, not "•••".'])
      writeFileSync(file, '\n')
      assert.deepEqual(configErrors({ SECRET_KEY_FILE: file }), [`The file ${file} of SECRET_KEY_FILE is empty.`])
      const missing = join(folder, 'missing')
      assert.match(
        configErrors({ SECRET_KEY_FILE: missing }).join(),
        /^Cannot read the file .*missing of SECRET_KEY_FILE/,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('refuses a SECRET_KEY that is not valid base64, and SECRET_KEY_PREVIOUS without or equal to SECRET_KEY', () => {
    for (const bad of [
      key.slice(0, 42),
      `${key}=`,
      `${key.slice(0, 20)}!${key.slice(21)}`,
      Buffer.alloc(33).toString('base64'),
    ])
      assert.match(configErrors({ SECRET_KEY: bad }).join(), /^SECRET_KEY must be 32 bytes in base64/, bad)
    assert.deepEqual(configErrors({ SECRET_KEY_PREVIOUS: key }), ['SECRET_KEY_PREVIOUS requires SECRET_KEY.'])
    assert.match(configErrors({ SECRET_KEY: key, SECRET_KEY_PREVIOUS: key }).join(), /must be another key/)
  })

  test('refuses a SECRET_KEY of repeated bytes in production', () => {
    for (const bytes of [
      Buffer.alloc(32),
      Buffer.alloc(32, 'ab'),
      Buffer.alloc(32, 'onair-secret-key'),
      Buffer.alloc(32, 'secret key '),
    ]) {
      const env = { SECRET_KEY: bytes.toString('base64') }
      assert.match(configErrors({ ...env, MODE: 'production' }).join(), /^SECRET_KEY repeats its bytes/)
      assert.deepEqual(configErrors(env), [])
    }
    assert.deepEqual(configErrors({ SECRET_KEY: key, MODE: 'production' }), [])
  })

  test('refuses public http URLs in production without INSECURE_HTTP=true', () => {
    for (const variable of ['BASE_URL', 'AUTH_URL', 'SOCKET_URL']) {
      const env = { MODE: 'production', [variable]: 'http://onair.example' }
      assert.match(configErrors(env).join('\n'), new RegExp(`^${variable} http://onair\\.example sends passwords`, 'm'))
      assert.deepEqual(configErrors({ ...env, INSECURE_HTTP: 'true' }), [])
      for (const safe of ['https://onair.example', 'http://localhost:4747', 'http://127.0.0.1', 'http://[::1]:80'])
        assert.deepEqual(configErrors({ MODE: 'production', [variable]: safe }), [])
    }
    assert.match(configErrors({ MODE: 'production', HOST: '192.168.0.7' }).join(), /^HOST http:.* in clear text/)
    assert.match(configErrors({ MODE: 'production', HOST: '0.0.0.0' }).join(), /^HOST=0\.0\.0\.0 .*: set BASE_URL/)
    assert.deepEqual(configErrors({ MODE: 'production', HOST: '0.0.0.0', BASE_URL: 'https://onair.example' }), [])
  })

  test('refuses a sandbox at an address of other machines without SANDBOX_PUBLIC=true', () => {
    for (const host of ['0.0.0.0', '::', '192.168.0.7', 'example.com', '127.0.0.1.example.com']) {
      const errors = configErrors({ HOST: host })
      assert.equal(errors.length, 1)
      assert.match(errors[0] ?? '', /^HOST=.* lets other machines use this sandbox: set SANDBOX_PUBLIC=true/)
      assert.deepEqual(configErrors({ HOST: host, SANDBOX_PUBLIC: 'true' }), [])
    }
    for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost'])
      assert.deepEqual(configErrors({ HOST: host }), [])
  })
})
