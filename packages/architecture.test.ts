import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, test } from 'node:test'

/** The packages that each package may import. ARCHITECTURE.md explains them. */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  sdk: ['contract'],
  // Developers copy the overlays, and have the SDK alone.
  overlays: ['sdk'],
  console: ['contract', 'sdk', 'overlays'],
  server: ['contract'],
  sandbox: ['contract', 'server'],
  lab: ['contract', 'sdk'],
  cli: ['contract', 'sdk', 'server', 'sandbox', 'lab'],
  testing: ['contract', 'sdk', 'cli'],
}

/**
 * The modules of the server, lowest level first. A file imports from its own module and from lower levels, types
 * included. Modules of one level do not import each other.
 */
const levels: string[][] = [
  ['config'],
  ['infra'],
  ['shared'],
  ['features/mail'],
  [
    'features/accounts',
    'features/audit',
    'features/blocks',
    'features/case-files',
    'features/categories',
    'features/clock',
    'features/installation',
    'features/operators',
    'features/reports',
    'features/site',
  ],
  ['features/apps', 'features/channels', 'features/profiles'],
  ['features/auth', 'features/lives', 'features/notices', 'features/payments', 'features/uploads', 'features/webhooks'],
  ['features/chat', 'features/drops', 'features/sessions', 'features/video'],
  ['features/inspector', 'features/restrictions'],
  ['features/overlays', 'features/watch'],
  ['services'],
  ['api', 'gateway', 'rtmp', 'worker'],
  ['program'],
]

/** Files at the root of the server, by their module. */
const rootFiles: Readonly<Record<string, string>> = {
  'policy.ts': 'infra',
  'hooks.ts': 'infra',
  'services.ts': 'services',
  'program-source.ts': 'program',
  'extension.ts': 'program',
  'reseal-all.ts': 'program',
  'create-deps.ts': 'program',
  'program.ts': 'program',
  'roles.ts': 'program',
}

const maxFeatureDependencies = 29

/** The tables that each feature of the server, and each part of the sandbox, writes. All may read every table. */
const tablesByOwner: Readonly<Record<string, readonly string[]>> = {
  'server/features/accounts': [
    'account',
    'account_device',
    'account_token',
    'authenticator',
    'channel',
    'identity_check',
    'invitation',
    'passkey',
    'password_reset_request',
    'person_note',
    'provider_link',
    'suspension',
    'recovery_code',
    'sign_up_request',
    'stream_request',
    'used_challenge',
    'verified_identity',
    'web_session',
  ],
  'server/features/apps': [
    'app',
    'app_scope',
    'app_secret',
    'app_traffic',
    'app_usage',
    'grant_usage',
    'idle_sweep',
    'organization',
    'organization_request',
    'team',
    'team_invitation',
    'team_member',
    'unobserved_time',
  ],
  'server/features/audit': ['audit_log'],
  'server/features/auth': [
    'access_token',
    'authorization_code',
    'refresh_token',
    'revoked_credential',
    'user_grant',
    'user_grant_scope',
  ],
  'server/features/case-files': ['held_row', 'legal_hold'],
  'server/features/categories': ['category'],
  'server/features/channels': ['channel_follower', 'channel_manager', 'channel_subscriber'],
  'server/features/chat': ['chat_message', 'chat_notice', 'chat_settings', 'poll', 'poll_vote', 'slow_mode'],
  'server/features/clock': ['platform_clock'],
  'server/features/drops': ['campaign', 'campaign_progress', 'claim', 'reward', 'reward_picture'],
  'server/features/inspector': ['inspector_receivers', 'inspector_record'],
  'server/features/installation': ['installation'],
  'server/features/blocks': ['blocked_device', 'blocked_network'],
  'server/features/notices': [
    'live_bell',
    'live_hook',
    'live_mail_off',
    'live_notice',
    'push_key',
    'push_notice',
    'push_subscription',
  ],
  'server/features/operators': ['running_process', 'site_role', 'site_role_link'],
  'server/features/reports': ['report', 'report_case'],
  'server/features/site': ['site_document', 'site_logo', 'site_setting'],
  'server/features/lives': [
    'encoder_cut',
    'live',
    'live_picture',
    'live_sample',
    'live_setting',
    'live_sum',
    'live_thumbnail',
    'listed_watcher',
    'scheduled_live',
    'live_viewer',
    'stream_key',
    'viewer_quarter',
  ],
  'server/features/mail': ['mail', 'mail_allowance'],
  'server/features/overlays': ['channel_overlay'],
  'server/features/profiles': ['channel_handle', 'channel_picture', 'channel_profile'],
  'server/features/payments': ['donation', 'subscription_event', 'subscription_gift', 'wallet'],
  'server/features/restrictions': ['channel_restriction', 'temporary_restriction'],
  'server/features/sessions': ['gateway', 'session', 'session_subscription'],
  'server/features/uploads': ['channel_upload'],
  'server/features/video': ['clip', 'live_video', 'media_origin', 'recording', 'restream_target', 'stored_file'],
  'server/features/webhooks': ['webhook_attempt', 'webhook_delivery', 'webhook_endpoint', 'webhook_secret'],
  'sandbox/faults': ['fault_plan', 'fault_subject'],
  'sandbox/sinks': ['sink', 'sink_request'],
}

/** Where each kind of knowledge belongs: a file of the server or the sandbox outside `home` may not match `pattern`. */
const homes: { of: string; pattern: RegExp; home: RegExp }[] = [
  { of: 'HTTP requests', pattern: /from 'fastify'/, home: /^packages\/(server\/api|sandbox\/(api|faults))\// },
  { of: 'WebSockets', pattern: /from 'ws'/, home: /^packages\/server\/gateway\// },
  { of: 'the database driver', pattern: /from 'pg'/, home: /^packages\/server\/infra\/db\// },
  { of: 'Redis', pattern: /from 'ioredis'/, home: /^packages\/server\/infra\// },
  { of: 'OpenID Connect', pattern: /from 'openid-client'/, home: /^packages\/server\/infra\// },
  { of: 'SMTP', pattern: /from 'nodemailer'/, home: /^packages\/server\/infra\/mail\// },
  { of: 'the logger', pattern: /from 'pino'/, home: /^packages\/server\/infra\// },
  { of: 'the metrics client', pattern: /from 'prom-client'/, home: /^packages\/server\/infra\// },
  { of: 'outbound HTTP', pattern: /from 'undici'|\bfetch\(/, home: /^packages\/server\/infra\// },
  { of: 'the environment', pattern: /process\.env/, home: /^packages\/server\/infra\/db\/embedded\// },
  {
    of: 'output',
    pattern: /process\.std(out|err)|console\.(log|info|warn|error)/,
    home: /-test-program\.ts$/,
  },
  {
    of: 'the system clock',
    pattern: /Date\.now\(|new Date\(\)|performance\.now\(/,
    home: /^packages\/server\/infra\//,
  },
  { of: 'randomness', pattern: /Math\.random\(|randomBytes|randomUUID/, home: /^packages\/server\/infra\// },
  {
    of: 'SQL',
    pattern: /\.(selectFrom|insertInto|updateTable|deleteFrom|query)\(|\bsql(<[^`]*>)?`/,
    home: /-store\.ts$|^packages\/server\/infra\//,
  },
  {
    of: 'HTML',
    pattern: /<html|<form|html`/,
    home: /^packages\/((server\/api|sandbox)\/pages\/.*(-page|html|layout)|server\/features\/mail\/mail-html)\.ts$/,
  },
  {
    of: 'the mode',
    pattern: /config\.mode\b|\bmode === '(sandbox|production)'/,
    home: /^packages\/server\/(config\/|policy\.ts|create-deps\.ts|features\/installation\/)|^packages\/sandbox\/demo\/sandbox-secret\.ts$/,
  },
]

const sources = globSync('packages/**/*.{ts,tsx}', { exclude: ['**/node_modules/**', '**/dist/**'] }).filter(
  (file) => !/\.(test|d)\.tsx?$|\/test-helpers\.ts$|-test-program\.ts$|\/lab\/certify\/test\//.test(file),
)
const files = sources.filter((file) => /^packages\/(server|sandbox)\//.test(file))

describe('packages', () => {
  test('a package imports only the packages below it, types included', () => {
    const violations = sources.flatMap((file) =>
      listPackages(file)
        .filter((name) => name !== packageOf(file) && !allowedPackages[packageOf(file)]?.includes(name))
        .map((name) => `${file} imports ${name}`),
    )
    assert.deepEqual(violations, [])
  })

  test('a file imports another package by its name', () => {
    const violations = sources.flatMap((file) =>
      listSpecifiers(file)
        .filter((source) => source.startsWith('.') && !/\?(url|raw)$/.test(source))
        .map((source) => normalize(join(dirname(file), source)))
        // Documents are data: files to download, and the changelogs.
        .filter((path) => packageOf(path) !== packageOf(file) && !path.startsWith('docs/api/'))
        .map((path) => `${file} imports ${path}`),
    )
    assert.deepEqual(violations, [])
  })
})

describe('modules of the server', () => {
  const serverFiles = files.filter((file) => file.startsWith('packages/server/'))

  test('every file belongs to a module', () => {
    assert.deepEqual(
      serverFiles.filter((file) => levelOf(moduleOf(file)) === -1),
      [],
    )
  })

  test('a file imports only from its own module and from lower levels', () => {
    const violations = serverFiles.flatMap((file) =>
      listImports(file)
        .filter((imported) => !mayImport(moduleOf(file), moduleOf(imported)))
        .map((imported) => `${file} imports ${imported}`),
    )
    assert.deepEqual(violations, [])
  })

  test(`at most ${maxFeatureDependencies} pairs of features depend on each other`, () => {
    const dependencies = serverFiles.flatMap((file) =>
      listImports(file).map((imported) => [moduleOf(file), moduleOf(imported)] as const),
    )
    const pairs = dependencies
      .filter(([from, to]) => from !== to && from.startsWith('features/') && to.startsWith('features/'))
      .map(([from, to]) => `${from} → ${to}`)
    assert.ok(new Set(pairs).size <= maxFeatureDependencies, [...new Set(pairs)].sort().join('\n'))
  })
})

describe('tests of the server', () => {
  test('neither they nor the support files that they reach import the sandbox, the command line or the laboratory', () => {
    const violations = reachableFrom(globSync('packages/server/**/*.ts', { exclude: ['**/node_modules/**'] })).flatMap(
      (file) =>
        listSpecifiers(file)
          .filter(
            (source) =>
              /^@onair\/(sandbox|cli|lab)\b/.test(source) || /(^|\/)packages\/(sandbox|cli|lab)\//.test(source),
          )
          .map((source) => `${file} imports ${source}`),
    )
    assert.deepEqual(violations, [])
  })
})

describe('ownership', () => {
  test('a feature writes only its own tables', () => {
    const violations = files.flatMap((file) => {
      const owner = Object.keys(tablesByOwner).find((name) => file.startsWith(`packages/${name}/`))
      if (owner === undefined) return []
      return listWrittenTables(file)
        .filter((table) => !tablesByOwner[owner]?.includes(table))
        .map((table) => `${file} writes ${table}`)
    })
    assert.deepEqual(violations, [])
  })

  for (const { of, pattern, home } of homes)
    test(`${of}: only in ${home.source}`, () => {
      assert.deepEqual(
        files.filter((file) => !home.test(file) && pattern.test(readFileSync(file, 'utf8'))),
        [],
      )
    })
})

function packageOf(path: string): string {
  const [, name = ''] = /^packages\/([^/]+)\//.exec(path) ?? []
  return name
}

function moduleOf(file: string): string {
  const [, , first = '', second] = file.split('/')
  if (first === 'features') return `features/${second}`
  if (first === 'http') return 'program'
  return rootFiles[first] ?? first
}

function levelOf(module: string): number {
  return levels.findIndex((modules) => modules.includes(module))
}

function mayImport(module: string, imported: string): boolean {
  return module === imported || levelOf(imported) < levelOf(module)
}

function listSpecifiers(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()'([^']+)'/g)].map(
    ([, source = '']) => source,
  )
}

/** The packages of this repository that a file imports by name. */
function listPackages(file: string): string[] {
  return listSpecifiers(file).flatMap((source) => /^@onair\/([^/]+)/.exec(source)?.[1] ?? [])
}

/** The files of its own package that a file imports. */
function listImports(file: string): string[] {
  return listSpecifiers(file)
    .filter((source) => source.startsWith('.') && source.endsWith('.ts'))
    .map((source) => normalize(join(dirname(file), source)))
}

/** The files, and all files that they reach by relative imports. */
function reachableFrom(files: readonly string[]): string[] {
  const reached = new Set(files)
  for (const file of reached) for (const imported of listImports(file)) if (existsSync(imported)) reached.add(imported)
  return [...reached]
}

function listWrittenTables(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const kysely = text.matchAll(/(?:\.(?:insertInto|updateTable|deleteFrom)\(|\bdeleteRows\(tx, )'(\w+)'/g)
  const raw = text.matchAll(/\b(?:insert into|update|delete from)\s+(\w+)\s+(?:\(|set|where)/gi)
  return [...kysely, ...raw].map(([, table = '']) => table)
}
