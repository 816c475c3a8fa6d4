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
    assert.deepEqual(readConfig({ ONAIR_PORT: '', ONAIR_MODE: '  ', ONAIR_DATABASE_URL: '' }), readConfig({}))
  })

  test('reports all errors, one line each, with setting and value', () => {
    assert.deepEqual(
      configErrors({
        ONAIR_PORT: '70000',
        ONAIR_MODE: 'test',
        ONAIR_TRUST_PROXY: 'yes',
        ONAIR_BASE_URL: 'https://a.b/path',
        ONAIR_ROLES: 'api,cook',
      }),
      [
        'ONAIR_MODE must be sandbox or production, not "test".',
        'ONAIR_ROLES must be one or more of api, gateway, worker, not "api,cook".',
        'ONAIR_PORT must be an integer from 0 to 65535, not "70000".',
        'ONAIR_BASE_URL must be an origin such as https://api.example.com, not "https://a.b/path".',
        'ONAIR_TRUST_PROXY must be true or false, not "yes".',
      ],
    )
  })

  test('does not print the value of an invalid secret', () => {
    const messages = configErrors({
      ONAIR_DATABASE_URL: 'mysql://root:hunter2@db',
      ONAIR_REDIS_URL: 'http://:hunter2@redis',
      ONAIR_SECRET_KEY: 'hunter2',
    }).join('\n')
    assert.match(
      messages,
      /ONAIR_DATABASE_URL must be .*\nONAIR_REDIS_URL must be .*\nONAIR_SECRET_KEY must be 32 bytes in base64, not "•••"/,
    )
    assert.doesNotMatch(messages, /hunter2/)
  })

  test('accepts mail servers with a user and a password, and requires a sender', () => {
    const env = {
      ONAIR_MAIL_URL: 'smtps://a%40b:p%2Fw@smtp.example.com',
      ONAIR_MAIL_FROM: 'Onair <no-reply@a.example>',
    }
    assert.equal(readConfig(env).mailUrl, env.ONAIR_MAIL_URL)
    assert.deepEqual(configErrors({ ONAIR_MAIL_URL: env.ONAIR_MAIL_URL }), [
      'Set both ONAIR_MAIL_URL and ONAIR_MAIL_FROM, or neither.',
    ])
    for (const url of ['smtp.example.com:25', 'https://smtp.example.com', 'smtp://a:%ff@b', 'smtp://a/b', 'smtp://'])
      assert.match(configErrors({ ...env, ONAIR_MAIL_URL: url }).join(), /^ONAIR_MAIL_URL must be .*, not "•••"/)
    for (const from of ['no-reply', 'a@b, c@d', 'Onair <a@b> <c@d>', 'a@b\nBcc: c@d'])
      assert.match(configErrors({ ...env, ONAIR_MAIL_FROM: from }).join(), /^ONAIR_MAIL_FROM must be/, from)
  })

  for (const [missing, given] of [
    ['ONAIR_DATABASE_URL and ONAIR_REDIS_URL', {}],
    ['ONAIR_DATABASE_URL and ONAIR_REDIS_URL', { ONAIR_REDIS_URL: redisUrl }],
    ['ONAIR_DATABASE_URL and ONAIR_REDIS_URL', { ONAIR_DATABASE_URL: databaseUrl, ONAIR_SECRET_KEY: key }],
  ] as const)
    for (const roles of ['api', 'gateway', 'worker', 'api,worker'])
      test(`requires ${missing} for ONAIR_ROLES=${roles} with ${Object.keys(given).join(', ') || 'no other setting'}`, () => {
        const messages = configErrors({ ONAIR_ROLES: roles, ...given })
        assert.equal(messages.length, 1)
        assert.match(messages[0] ?? '', new RegExp(`^ONAIR_ROLES=${roles} .*set ${missing}\\.$`))
      })

  test('accepts a single role with ONAIR_DATABASE_URL, ONAIR_REDIS_URL and ONAIR_SECRET_KEY', () => {
    const env = {
      ONAIR_ROLES: 'gateway',
      ONAIR_DATABASE_URL: databaseUrl,
      ONAIR_REDIS_URL: redisUrl,
      ONAIR_SECRET_KEY: key,
    }
    assert.deepEqual(readConfig(env).roles, ['gateway'])
  })

  test('takes several URLs of Redis for a cluster only', () => {
    const env = { ONAIR_REDIS_URL: `${redisUrl}:7000, ${redisUrl}:7001` }
    assert.equal(readConfig({ ...env, ONAIR_REDIS_CLUSTER: 'true' }).redisUrl, `${redisUrl}:7000,${redisUrl}:7001`)
    assert.match(configErrors(env).join(), /^ONAIR_REDIS_URL has several URLs/)
    assert.match(configErrors({ ONAIR_REDIS_CLUSTER: 'true' }).join(), /^ONAIR_REDIS_CLUSTER requires ONAIR_REDIS_URL/)
    assert.match(configErrors({ ONAIR_REDIS_URL: 'redis://a,http://b' }).join(), /^ONAIR_REDIS_URL must be a URL/)
  })

  test('sorts the roles', () => {
    assert.deepEqual(readConfig({ ONAIR_ROLES: 'worker, api,gateway' }).roles, ['api', 'gateway', 'worker'])
  })

  test('requires ONAIR_SECRET_KEY for ONAIR_DATABASE_URL', () => {
    const messages = configErrors({ ONAIR_DATABASE_URL: databaseUrl })
    assert.equal(messages.length, 1)
    assert.match(messages[0] ?? '', /^ONAIR_DATABASE_URL requires ONAIR_SECRET_KEY/)
    assert.doesNotMatch(messages[0] ?? '', /pa55word/)
    assert.deepEqual(
      readConfig({ ONAIR_DATABASE_URL: databaseUrl, ONAIR_SECRET_KEY: key }).secretKey,
      Buffer.from(key, 'base64'),
    )
  })

  test('requires all or none of ONAIR_OIDC_ISSUER, ONAIR_OIDC_CLIENT_ID and ONAIR_OIDC_CLIENT_SECRET', () => {
    const completeEnv = {
      ONAIR_OIDC_ISSUER: 'https://id.example.com/realm',
      ONAIR_OIDC_CLIENT_ID: 'onair',
      ONAIR_OIDC_CLIENT_SECRET: 'hunter2',
    }
    const { oidcIssuer, oidcScope, oidcAcrValues } = readConfig({
      ...completeEnv,
      ONAIR_OIDC_ACR_VALUES: 'high  higher',
    })
    assert.deepEqual(
      [oidcIssuer, oidcScope, oidcAcrValues],
      [completeEnv.ONAIR_OIDC_ISSUER, 'openid', ['high', 'higher']],
    )
    for (const name of ['ONAIR_OIDC_ISSUER', 'ONAIR_OIDC_CLIENT_ID', 'ONAIR_OIDC_CLIENT_SECRET']) {
      assert.deepEqual(configErrors({ ...completeEnv, [name]: '' }), [
        `Set all of ONAIR_OIDC_ISSUER, ONAIR_OIDC_CLIENT_ID, ONAIR_OIDC_CLIENT_SECRET, or none: ${name} missing.`,
      ])
    }
    assert.match(
      configErrors({ ONAIR_OIDC_CLIENT_SECRET: 'hunter2' }).join(),
      /: ONAIR_OIDC_ISSUER and ONAIR_OIDC_CLIENT_ID missing\.$/,
    )
    assert.match(configErrors({ ONAIR_OIDC_SCOPE: 'profile' }).join(), /^ONAIR_OIDC_SCOPE must contain openid/)
  })

  test('requires https for ONAIR_OIDC_ISSUER, except for a loopback issuer in the sandbox', () => {
    const rest = { ONAIR_OIDC_CLIENT_ID: 'onair', ONAIR_OIDC_CLIENT_SECRET: 'hunter2' }
    for (const issuer of ['http://127.0.0.1:9000', 'http://localhost:9000/realm', 'http://[::1]:9000']) {
      assert.deepEqual(configErrors({ ...rest, ONAIR_OIDC_ISSUER: issuer }), [])
      assert.match(
        configErrors({ ...rest, ONAIR_OIDC_ISSUER: issuer, ONAIR_MODE: 'production' }).join(),
        /^ONAIR_OIDC_ISSUER must begin with https/,
      )
    }
    for (const issuer of ['http://id.example.com', 'http://127.0.0.1.example.com', 'id.example.com', 'https://a.b/?x'])
      assert.match(
        configErrors({ ...rest, ONAIR_OIDC_ISSUER: issuer }).join(),
        /^ONAIR_OIDC_ISSUER must be a URL such as https/,
      )
  })

  test('refuses ONAIR_EPHEMERAL with a database of its own, of which nothing would be deleted', () => {
    assert.deepEqual(
      configErrors({ ONAIR_EPHEMERAL: 'true', ONAIR_DATABASE_URL: databaseUrl, ONAIR_SECRET_KEY: key }),
      [
        'ONAIR_EPHEMERAL (--ephemeral) deletes all data on exit, but not that of ONAIR_DATABASE_URL: set one of the two.',
      ],
    )
  })

  test('refuses a name with the prefix that is no setting, and names the nearest one', () => {
    for (const [name, hint] of [
      ['ONAIR_PROT', 'Did you mean ONAIR_PORT?'],
      ['ONAIR_DATABSE_URL', 'Did you mean ONAIR_DATABASE_URL?'],
      ['ONAIR_SECRETKEY', 'Did you mean ONAIR_SECRET_KEY?'],
      ['ONAIR_SECRET_KEY_FLIE', 'Did you mean ONAIR_SECRET_KEY_FILE?'],
      ['ONAIR_PORT_FILE', 'docs/operate/settings.md lists them.'],
      ['ONAIR_TURBO_ENCABULATOR', 'docs/operate/settings.md lists them.'],
      ['ONAIR_PORT_4747_TCP', 'Where Kubernetes sets it for a service named onair, set enableServiceLinks: false.'],
    ] as const)
      assert.deepEqual(configErrors({ [name]: '1' }), [`There is no setting ${name}. ${hint}`])
  })

  test('accepts the variables of clients, and whatever has no prefix', () => {
    const client = { ONAIR_URL: 'http://127.0.0.1:4747', ONAIR_CLIENT_SECRET: 'a', ONAIR_COMMAND: 'onair' }
    const others = { HOST: 'x86_64-conda-linux-gnu', LOG_LEVEL: 'debug', DATABASE_URL: 'mysql://game', PORT: 'x' }
    assert.deepEqual(readConfig({ ...client, ...others }), readConfig({}))
  })

  test('refuses ONAIR_EPHEMERAL in production', () => {
    assert.match(
      configErrors({ ONAIR_MODE: 'production', ONAIR_EPHEMERAL: 'true' }).join(),
      /^ONAIR_EPHEMERAL .* is not allowed with ONAIR_MODE=production/,
    )
  })

  test('settingsPage has a row per setting', () => {
    const page = settingsPage()
    for (const name of [
      'ONAIR_MODE',
      'ONAIR_ROLES',
      'ONAIR_DATABASE_URL',
      'ONAIR_SECRET_KEY',
      'ONAIR_REDIS_PREFIX',
      'ONAIR_OFFICIAL_NAMES',
    ])
      assert.match(page, new RegExp(`^\\| \`${name}\` \\| .+ \\| .*\\|$`, 'm'))
  })

  test('requires both or neither of ONAIR_TLS_CERT and ONAIR_TLS_KEY', () => {
    for (const alone of [{ ONAIR_TLS_CERT: 'certificate.pem' }, { ONAIR_TLS_KEY: 'key.pem' }])
      assert.deepEqual(configErrors(alone), ['Set both ONAIR_TLS_CERT and ONAIR_TLS_KEY, or neither.'])
    assert.deepEqual(configErrors({ ONAIR_TLS_CERT: 'certificate.pem', ONAIR_TLS_KEY: 'key.pem' }), [])
  })

  test('requires {channelId} in the path of ONAIR_PLAYBACK_URL, and https when the pages use https', () => {
    const required = 'ONAIR_PLAYBACK_URL must be a URL with {channelId} in its path, such as'
    for (const good of [
      'https://live.example/{channelId}/index.m3u8',
      'http://127.0.0.1:8888/a/{channelId}.m3u8?low=1',
    ])
      assert.equal(readConfig({ ONAIR_PLAYBACK_URL: good }).playbackUrl, good)
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
      assert.ok(configErrors({ ONAIR_PLAYBACK_URL: bad }).join().startsWith(required), bad)
    assert.match(
      configErrors({
        ONAIR_BASE_URL: 'https://onair.example',
        ONAIR_PLAYBACK_URL: 'http://live.example/{channelId}.m3u8',
      }).join(),
      /^ONAIR_PLAYBACK_URL must begin with https:\/\//,
    )
  })

  test('reads the control addresses of media servers, of known kinds and only with ONAIR_PLAYBACK_URL', () => {
    const playback = { ONAIR_PLAYBACK_URL: 'http://127.0.0.1/{channelId}.m3u8' }
    const ONAIR_MEDIA_CONTROL_URL =
      'nginx-rtmp+http://127.0.0.1:8081/control?app=app, mediamtx+https://u:p@m.example/, srs+http://127.0.0.1:1985'
    assert.deepEqual(readConfig({ ...playback, ONAIR_MEDIA_CONTROL_URL }).mediaControls, [
      'nginx-rtmp+http://127.0.0.1:8081/control?app=app',
      'mediamtx+https://u:p@m.example/',
      'srs+http://127.0.0.1:1985',
    ])
    assert.deepEqual(configErrors({ ONAIR_MEDIA_CONTROL_URL }), [
      'ONAIR_MEDIA_CONTROL_URL requires ONAIR_PLAYBACK_URL.',
    ])
    for (const bad of [
      'http://127.0.0.1:8081/control',
      'wowza+http://127.0.0.1',
      'mediamtx+ftp://127.0.0.1',
      'mediamtx+',
    ])
      assert.match(
        configErrors({ ...playback, ONAIR_MEDIA_CONTROL_URL: bad }).join(),
        /^ONAIR_MEDIA_CONTROL_URL must be URLs that begin with nginx-rtmp, mediamtx, srs, ovenmediaengine and \+http:\/\//,
        bad,
      )
  })

  test('takes the address of a bucket with its keys, without encryption only on this machine', () => {
    for (const url of [
      'https://KEY:a%2Fb@s3.example.com/bucket/prefix?region=auto',
      'http://KEY:b@127.0.0.1:9000/bucket',
    ])
      assert.deepEqual(configErrors({ ONAIR_RECORDINGS_S3_URL: url }), [])
    for (const url of [
      'http://KEY:secret@s3.example.com/bucket',
      'https://s3.example.com/bucket',
      'https://KEY:secret@s3.example.com',
      'https://KEY:secret%@s3.example.com/bucket',
      's3://bucket',
    ])
      assert.match(
        configErrors({ ONAIR_RECORDINGS_S3_URL: url }).join(),
        /^ONAIR_RECORDINGS_S3_URL must be a URL .*, not "•••"/,
      )
    const production = { ONAIR_MODE: 'production', ONAIR_RECORDINGS_S3_URL: 'https://KEY:secret@s3.example.com/bucket' }
    assert.match(configErrors(production).join(), /ONAIR_RECORDINGS_S3_URL requires ONAIR_RECORDINGS_DIR/)
  })

  test('reads a secret from the file that its _FILE variant names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'onair-config-'))
    try {
      const file = join(folder, 'secret')
      for (const variable of [
        'ONAIR_DATABASE_URL',
        'ONAIR_REDIS_URL',
        'ONAIR_SECRET_KEY',
        'ONAIR_INGEST_SECRET',
        'ONAIR_OIDC_CLIENT_SECRET',
      ])
        assert.ok(settingsPage().includes(`\`${variable}_FILE\``))
      writeFileSync(file, `${key}\n`)
      assert.deepEqual(readConfig({ ONAIR_SECRET_KEY_FILE: file }).secretKey, Buffer.from(key, 'base64'))
      assert.deepEqual(configErrors({ ONAIR_SECRET_KEY_FILE: file, ONAIR_SECRET_KEY: key }), [
        'Set either ONAIR_SECRET_KEY or ONAIR_SECRET_KEY_FILE, not both.',
      ])
      writeFileSync(file, 'hunter2')
      assert.deepEqual(configErrors({ ONAIR_SECRET_KEY_FILE: file }), [
        'ONAIR_SECRET_KEY must be 32 bytes in base64, not "•••".',
      ])
      writeFileSync(file, '\n')
      assert.deepEqual(configErrors({ ONAIR_SECRET_KEY_FILE: file }), [
        `The file ${file} of ONAIR_SECRET_KEY_FILE is empty.`,
      ])
      const missing = join(folder, 'missing')
      assert.match(
        configErrors({ ONAIR_SECRET_KEY_FILE: missing }).join(),
        /^Cannot read the file .*missing of ONAIR_SECRET_KEY_FILE/,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('refuses an ONAIR_SECRET_KEY that is not valid base64, and ONAIR_SECRET_KEY_PREVIOUS without or equal to ONAIR_SECRET_KEY', () => {
    for (const bad of [
      key.slice(0, 42),
      `${key}=`,
      `${key.slice(0, 20)}!${key.slice(21)}`,
      Buffer.alloc(33).toString('base64'),
    ])
      assert.match(configErrors({ ONAIR_SECRET_KEY: bad }).join(), /^ONAIR_SECRET_KEY must be 32 bytes in base64/, bad)
    assert.deepEqual(configErrors({ ONAIR_SECRET_KEY_PREVIOUS: key }), [
      'ONAIR_SECRET_KEY_PREVIOUS requires ONAIR_SECRET_KEY.',
    ])
    assert.match(configErrors({ ONAIR_SECRET_KEY: key, ONAIR_SECRET_KEY_PREVIOUS: key }).join(), /must be another key/)
  })

  test('refuses an ONAIR_SECRET_KEY of repeated bytes in production', () => {
    for (const bytes of [
      Buffer.alloc(32),
      Buffer.alloc(32, 'ab'),
      Buffer.alloc(32, 'onair-secret-key'),
      Buffer.alloc(32, 'secret key '),
    ]) {
      const env = { ONAIR_SECRET_KEY: bytes.toString('base64') }
      assert.match(configErrors({ ...env, ONAIR_MODE: 'production' }).join(), /^ONAIR_SECRET_KEY repeats its bytes/)
      assert.deepEqual(configErrors(env), [])
    }
    assert.deepEqual(configErrors({ ONAIR_SECRET_KEY: key, ONAIR_MODE: 'production' }), [])
  })

  test('refuses public http URLs in production without ONAIR_INSECURE_HTTP=true', () => {
    for (const variable of ['ONAIR_BASE_URL', 'ONAIR_AUTH_URL', 'ONAIR_SOCKET_URL']) {
      const env = { ONAIR_MODE: 'production', [variable]: 'http://onair.example' }
      assert.match(configErrors(env).join('\n'), new RegExp(`^${variable} http://onair\\.example sends passwords`, 'm'))
      assert.deepEqual(configErrors({ ...env, ONAIR_INSECURE_HTTP: 'true' }), [])
      for (const safe of ['https://onair.example', 'http://localhost:4747', 'http://127.0.0.1', 'http://[::1]:80'])
        assert.deepEqual(configErrors({ ONAIR_MODE: 'production', [variable]: safe }), [])
    }
    assert.match(
      configErrors({ ONAIR_MODE: 'production', ONAIR_HOST: '192.168.0.7' }).join(),
      /^ONAIR_HOST http:.* in clear text/,
    )
    assert.match(
      configErrors({ ONAIR_MODE: 'production', ONAIR_HOST: '0.0.0.0' }).join(),
      /^ONAIR_HOST=0\.0\.0\.0 .*: set ONAIR_BASE_URL/,
    )
    assert.deepEqual(
      configErrors({ ONAIR_MODE: 'production', ONAIR_HOST: '0.0.0.0', ONAIR_BASE_URL: 'https://onair.example' }),
      [],
    )
  })

  test('refuses a sandbox at an address of other machines without ONAIR_SANDBOX_PUBLIC=true', () => {
    for (const host of ['0.0.0.0', '::', '192.168.0.7', 'example.com', '127.0.0.1.example.com']) {
      const errors = configErrors({ ONAIR_HOST: host })
      assert.equal(errors.length, 1)
      assert.match(
        errors[0] ?? '',
        /^ONAIR_HOST=.* lets other machines use this sandbox: set ONAIR_SANDBOX_PUBLIC=true/,
      )
      assert.deepEqual(configErrors({ ONAIR_HOST: host, ONAIR_SANDBOX_PUBLIC: 'true' }), [])
    }
    for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost'])
      assert.deepEqual(configErrors({ ONAIR_HOST: host }), [])
  })
})
