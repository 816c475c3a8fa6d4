import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/**
 * The floors of the house, lowest first. A file may import from its own room and from lower floors, types too; rooms on
 * one floor do not know each other. ARCHITECTURE.md says why.
 */
const floors: string[][] = [
  ['contract'],
  ['config'],
  ['world'],
  ['kit'],
  ['features/accounts', 'features/categories', 'features/clock'],
  ['features/apps', 'features/channels'],
  ['features/auth', 'features/lives', 'features/support', 'features/webhooks'],
  ['features/chat', 'features/sessions', 'features/drops'],
  ['features/restrictions', 'features/inspector'],
  ['features/watch'],
  ['features/console', 'features/sandbox'],
  ['api', 'gateway', 'worker'],
  ['program'],
  ['commands'],
  ['main'],
]

/** Which feature writes which tables; any may read any. */
const tables: Record<string, string[]> = {
  accounts: ['account', 'channel', 'identity_check', 'verified_identity', 'web_session'],
  apps: ['app', 'app_secret', 'app_scope', 'app_usage', 'grant_usage', 'idle_sweep', 'organization', 'unobserved_time'],
  auth: ['user_grant', 'user_grant_scope', 'authorization_code', 'access_token', 'refresh_token'],
  channels: ['channel_manager', 'channel_follower', 'channel_subscriber'],
  chat: ['chat_message', 'chat_notice', 'chat_settings', 'slow_mode'],
  restrictions: ['channel_restriction', 'temporary_restriction'],
  support: ['donation', 'subscription_event', 'wallet'],
  categories: ['category'],
  lives: ['live', 'live_order', 'live_order_part', 'live_setting', 'live_viewer', 'stream_key'],
  clock: ['platform_clock'],
  sandbox: ['sink', 'sink_request'],
  inspector: ['inspector_record'],
  drops: ['campaign', 'campaign_progress', 'claim', 'reward'],
  sessions: ['gateway', 'session', 'session_subscription'],
  webhooks: ['webhook_attempt', 'webhook_delivery', 'webhook_subscription'],
}

const files = globSync(['contract/**/*.ts', 'server/**/*.ts']).filter(
  (file) => !/\.(test|conformance|d)\.ts$|^server\/testing\/|\/testing\.ts$|node_modules/.test(file),
)

test('every file has a room', () => {
  assert.deepEqual(
    files.filter((file) => roomOf(file) === null),
    [],
  )
})

test('imports point down, and rooms of one floor do not know each other', () => {
  const wrong = files.flatMap((file) =>
    listImports(file)
      .filter((imported) => !mayImport(roomOf(file), roomOf(imported)))
      .map((imported) => `${file} imports ${imported}`),
  )
  assert.deepEqual(wrong, [])
})

test('the console knows the contract and nothing of the server', () => {
  const pages = globSync('console/**/*.{ts,tsx}').filter((file) => !/dist|node_modules/.test(file))
  assert.ok(pages.length > 0)
  const wrong = pages.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()'([^']+)'/g)]
      .map(([, source]) => source ?? '')
      .filter((source) => source.startsWith('.') && !normalize(join(dirname(file), source)).startsWith('console/'))
      .concat(/@onair\/server/.test(readFileSync(file, 'utf8')) ? ['@onair/server'] : [])
      .map((source) => `${file} imports ${source}`),
  )
  assert.deepEqual(wrong, [])
})

test('a feature writes its own tables alone', () => {
  const wrong = files.flatMap((file) => {
    const feature = /^server\/features\/([^/]+)\//.exec(file)?.[1]
    if (feature === undefined) return []
    return listWrittenTables(file)
      .filter((table) => !tables[feature]?.includes(table))
      .map((table) => `${file} writes ${table}`)
  })
  assert.deepEqual(wrong, [])
})

test('knowledge has one address', () => {
  const homes: [what: string, pattern: RegExp, home: RegExp][] = [
    ['HTTP', /from 'fastify'/, /^server\/api\//],
    ['sockets', /from 'ws'/, /^server\/gateway\//],
    ['the database driver', /from 'pg'/, /^server\/world\/db\//],
    ['Redis', /from 'ioredis'/, /^server\/world\//],
    ['OpenID Connect', /from 'openid-client'/, /^server\/world\//],
    ['the log writer', /from 'pino'/, /^server\/world\//],
    ['HTTP out', /from 'undici'|\bfetch\(/, /^server\/(world|commands)\/|^contract\/client\//],
    ['the environment', /process\.env/, /^server\/main\.ts$|^server\/world\/db\/embedded\//],
    ['Node', /from 'node:/, /^server\/|^contract\/generate\//],
    ['the time', /Date\.now\(|new Date\(\)|performance\.now\(/, /^server\/world\/|^contract\/client\//],
    ['chance', /Math\.random\(|randomBytes|randomUUID/, /^server\/world\/|^contract\/client\//],
    ['queries', /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/, /-store\.ts$/],
    ['pages', /<html|<form|html`/, /-page\.ts$|^server\/kit\/html\.ts$/],
  ]
  const wrong = files.flatMap((file) =>
    homes
      .filter(([, pattern, home]) => !home.test(file) && pattern.test(readFileSync(file, 'utf8')))
      .map(([what]) => `${file} knows ${what}`),
  )
  assert.deepEqual(wrong, [])
})

function roomOf(file: string): string | null {
  if (file.startsWith('contract/')) return 'contract'
  const [, first = '', second] = file.split('/')
  if (first === 'features') return `features/${second}`
  if (floors.flat().includes(first)) return first
  if (['program.ts', 'drained.ts', 'open-world.ts', 'listener.ts'].includes(first)) return 'program'
  if (first === 'config.ts') return 'config'
  return ['main.ts', 'cli.ts'].includes(first) ? 'main' : null
}

function floorOf(room: string | null): number {
  return floors.findIndex((rooms) => room !== null && rooms.includes(room))
}

function mayImport(room: string | null, other: string | null): boolean {
  return room === other || floorOf(other) < floorOf(room)
}

function listImports(file: string): string[] {
  const sources = [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '([^']+)'/g)].map(
    ([, source]) => source ?? '',
  )
  return sources.flatMap((source) => {
    if (source === '@onair/contract') return ['contract/index.ts']
    return source.startsWith('.') && source.endsWith('.ts') ? [normalize(join(dirname(file), source))] : []
  })
}

function listWrittenTables(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const kysely = text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\('(\w+)'/g)
  const raw = text.matchAll(/\b(?:insert into|update|delete from)\s+(\w+)\s+(?:\(|set|where)/gi)
  return [...kysely, ...raw].map(([, table]) => table ?? '')
}
