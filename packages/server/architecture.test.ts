import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, test } from 'node:test'

/**
 * The modules of the server, lowest level first. A file imports from its own module and from lower levels, types
 * included. Modules of one level do not import each other. ARCHITECTURE.md explains the levels.
 */
const levels: string[][] = [
  ['contract'],
  ['config'],
  ['infra'],
  ['shared'],
  [
    'features/accounts',
    'features/audit',
    'features/categories',
    'features/clock',
    'features/faults',
    'features/installation',
    'features/overlays',
    'features/sinks',
  ],
  ['features/apps', 'features/channels'],
  ['features/auth', 'features/demo', 'features/lives', 'features/payments', 'features/webhooks'],
  ['features/chat', 'features/drops', 'features/sessions'],
  ['features/inspector', 'features/restrictions'],
  ['features/watch'],
  ['services'],
  ['api', 'gateway', 'worker'],
  ['program'],
]

const maxFeatureDependencies = 25

/** The tables that each feature writes. Every feature may read every table. */
const tablesByFeature: Record<string, string[]> = {
  accounts: ['account', 'channel', 'identity_check', 'verified_identity', 'web_session'],
  apps: [
    'app',
    'app_scope',
    'app_secret',
    'app_traffic',
    'app_usage',
    'grant_usage',
    'idle_sweep',
    'organization',
    'unobserved_time',
  ],
  audit: ['audit_log'],
  auth: ['access_token', 'authorization_code', 'refresh_token', 'user_grant', 'user_grant_scope'],
  categories: ['category'],
  channels: ['channel_follower', 'channel_manager', 'channel_subscriber'],
  chat: ['chat_message', 'chat_notice', 'chat_settings', 'slow_mode'],
  clock: ['platform_clock'],
  drops: ['campaign', 'campaign_progress', 'claim', 'reward', 'reward_picture'],
  inspector: ['inspector_receivers', 'inspector_record'],
  installation: ['installation'],
  lives: [
    'live',
    'live_order',
    'live_order_part',
    'live_sample',
    'live_setting',
    'live_sum',
    'live_thumbnail',
    'live_viewer',
    'stream_key',
    'viewer_quarter',
  ],
  overlays: ['channel_overlay'],
  payments: ['donation', 'subscription_event', 'wallet'],
  restrictions: ['channel_restriction', 'temporary_restriction'],
  sessions: ['gateway', 'session', 'session_subscription'],
  sinks: ['sink', 'sink_request'],
  faults: ['fault_plan', 'fault_subject'],
  webhooks: ['webhook_attempt', 'webhook_delivery', 'webhook_endpoint', 'webhook_secret'],
}

/** Where each kind of knowledge belongs: a file outside `home` may not match `pattern`. */
const homes: { of: string; pattern: RegExp; home: RegExp }[] = [
  { of: 'HTTP requests', pattern: /from 'fastify'/, home: /^packages\/server\/api\// },
  { of: 'WebSockets', pattern: /from 'ws'/, home: /^packages\/server\/gateway\// },
  { of: 'the database driver', pattern: /from 'pg'/, home: /^packages\/server\/infra\/db\// },
  { of: 'Redis', pattern: /from 'ioredis'/, home: /^packages\/server\/infra\// },
  { of: 'OpenID Connect', pattern: /from 'openid-client'/, home: /^packages\/server\/infra\// },
  { of: 'the logger', pattern: /from 'pino'/, home: /^packages\/server\/infra\// },
  { of: 'the metrics client', pattern: /from 'prom-client'/, home: /^packages\/server\/infra\// },
  { of: 'outbound HTTP', pattern: /from 'undici'|\bfetch\(/, home: /^packages\/server\/infra\// },
  { of: 'the environment', pattern: /process\.env/, home: /^packages\/server\/infra\/db\/embedded\// },
  {
    of: 'output',
    pattern: /process\.std(out|err)|console\.(log|info|warn|error)/,
    home: /-test-program\.ts$/,
  },
  { of: 'Node', pattern: /from 'node:/, home: /^packages\/server\// },
  {
    of: 'the system clock',
    pattern: /Date\.now\(|new Date\(\)|performance\.now\(/,
    home: /^packages\/server\/infra\//,
  },
  { of: 'randomness', pattern: /Math\.random\(|randomBytes|randomUUID/, home: /^packages\/server\/infra\// },
  { of: 'SQL', pattern: /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/, home: /-store\.ts$/ },
  { of: 'HTML', pattern: /<html|<form|html`/, home: /^packages\/server\/api\/pages\/.*(-page|html|layout)\.ts$/ },
]

const files = globSync(['packages/contract/**/*.ts', 'packages/server/**/*.ts']).filter(
  (file) => !/\.(test|conformance|d)\.ts$|\/test-helpers\.ts$|node_modules/.test(file),
)

describe('modules', () => {
  test('every file belongs to a module', () => {
    assert.deepEqual(
      files.filter((file) => levelOf(moduleOf(file)) === -1),
      [],
    )
  })

  test('a file imports only from its own module and from lower levels', () => {
    const violations = files.flatMap((file) =>
      listImports(file)
        .filter((imported) => !mayImport(moduleOf(file), moduleOf(imported)))
        .map((imported) => `${file} imports ${imported}`),
    )
    assert.deepEqual(violations, [])
  })

  test(`at most ${maxFeatureDependencies} pairs of features depend on each other`, () => {
    const dependencies = files.flatMap((file) =>
      listImports(file).map((imported) => [moduleOf(file), moduleOf(imported)] as const),
    )
    const pairs = dependencies
      .filter(([from, to]) => from !== to && from.startsWith('features/') && to.startsWith('features/'))
      .map(([from, to]) => `${from} → ${to}`)
    assert.ok(new Set(pairs).size <= maxFeatureDependencies, [...new Set(pairs)].sort().join('\n'))
  })

  test('the console imports the contract and nothing of the server', () => {
    const consoleFiles = globSync('packages/console/**/*.{ts,tsx}').filter((file) => !/dist|node_modules/.test(file))
    assert.ok(consoleFiles.length > 0)
    const violations = consoleFiles.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()'([^']+)'/g)]
        .map(([, source = '']) => source)
        .filter(
          (source) =>
            source.startsWith('@onair/server') ||
            // Documents are data: files to download, and the changelogs.
            (source.startsWith('.') &&
              !/^(packages\/console|docs\/api)\/|^CHANGELOG(\.ko)?\.md\?/.test(normalize(join(dirname(file), source)))),
        )
        .map((source) => `${file} imports ${source}`),
    )
    assert.deepEqual(violations, [])
  })
})

describe('ownership', () => {
  test('a feature writes only its own tables', () => {
    const violations = files.flatMap((file) => {
      const feature = /^packages\/server\/features\/([^/]+)\//.exec(file)?.[1]
      if (feature === undefined) return []
      return listWrittenTables(file)
        .filter((table) => !tablesByFeature[feature]?.includes(table))
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

function moduleOf(file: string): string {
  if (file.startsWith('packages/contract/')) return 'contract'
  const [, , first = '', second] = file.split('/')
  if (first === 'features') return `features/${second}`
  if (['create-deps.ts', 'http', 'program.ts'].includes(first)) return 'program'
  return first.replace(/\.ts$/, '')
}

function levelOf(module: string): number {
  return levels.findIndex((modules) => modules.includes(module))
}

function mayImport(module: string, imported: string): boolean {
  return module === imported || levelOf(imported) < levelOf(module)
}

function listImports(file: string): string[] {
  const sources = [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '([^']+)'/g)].map(
    ([, source = '']) => source,
  )
  return sources.flatMap((source) => {
    if (source === '@onair/contract') return ['packages/contract/index.ts']
    return source.startsWith('.') && source.endsWith('.ts') ? [normalize(join(dirname(file), source))] : []
  })
}

function listWrittenTables(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const kysely = text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\('(\w+)'/g)
  const raw = text.matchAll(/\b(?:insert into|update|delete from)\s+(\w+)\s+(?:\(|set|where)/gi)
  return [...kysely, ...raw].map(([, table = '']) => table)
}
