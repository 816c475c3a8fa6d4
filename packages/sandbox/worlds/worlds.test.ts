import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { chat, createClient, sandboxApi, session, user, type Client } from '@onair/sdk'
import { sql } from 'kysely'
import { readConfig } from '@onair/server/config/config.ts'
import { fakeClock } from '../../../tests/support/fake-clock.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { createSandbox } from '../sandbox.ts'
import { openProgram, type Program } from '@onair/server/program.ts'
import { openTestDatabase } from '../../../tests/support/programs/databases.ts'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { keysOfInstallation } from '@onair/server/shared/secrets.ts'
import { systemRandom } from '@onair/server/infra/random.ts'
import { runCommandHere } from '../../../tests/support/programs/program.ts'
import { findTestRedis } from '../../../tests/support/programs/redis.ts'
import { connect } from '../../../tests/support/clients/session-client.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { WorldHost } from './world-host.ts'

const { apps, channels, clock, demo, grants, people, sessions, sinks, snapshots, worlds } = sandboxApi

const redis = await findTestRedis()
const folder = createTempFolder()
const config = readConfig({
  ONAIR_PORT: '0',
  ONAIR_ARGON_MEMORY_KIB: '8',
  ONAIR_DATA_DIR: folder.path,
  ONAIR_WORLDS_MAX: '6',
})
/** When worlds are idle. Their own clocks follow the machine. */
const hostTime = fakeClock()
/** Nothing listens at its Redis, which no world uses. */
const hostConfig = { ...config, opsPort: 9, redisUrl: 'redis://127.0.0.1:9' }
const host = new WorldHost({ config: hostConfig, log: silentLog, onFailure: assert.fail, time: hostTime })

/** A sandbox on a database outside the server of the worlds, as `npm start` has. */
let main: Program
let mainDatabase: AsyncDisposable
let call: Client

before(async () => {
  const database = await openTestDatabase()
  mainDatabase = database
  const keys = keysOfInstallation({ current: systemRandom.bytes(32), previous: null })
  main = await openProgram({
    config,
    log: silentLog,
    database: { connection: database.connection, ...keys },
    openExtension: createSandbox((source) => host.copiesOf(source, null)),
  })
  call = clientOf(main.deps.addresses)
})

after(async () => {
  await main[Symbol.asyncDispose]()
  await host[Symbol.asyncDispose]()
  await mainDatabase[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const clientOf = ({ baseUrl }: { baseUrl: string }) => createClient({ baseUrl })

/** A world that is deleted at the end of the test. */
async function fork(from: Client = call, body: { from?: string; snapshot?: string } = {}) {
  const world = await from(worlds.createWorld, { body })
  return {
    ...world,
    call: clientOf(world),
    [Symbol.asyncDispose]: async () =>
      void (await from(worlds.deleteWorld, { pathParams: { worldId: world.worldId } }).catch(() => {})),
  }
}

const statusOf = (calling: Promise<unknown>): Promise<number> =>
  calling.then(
    () => 200,
    (error: { status?: number }) => error.status ?? 0,
  )

const run = async (...args: string[]) => {
  const { code, stdout, stderr } = await runCommandHere([...args, '--url', main.deps.addresses.baseUrl])
  return `${code} ${stdout}${stderr}`
}

const exists = async (call: Client, channelId: string) =>
  (await call(people.listPeople, { query: { name: channelId } })).data.length === 1

const isClosed = (baseUrl: string) =>
  fetch(`${baseUrl}/sandbox/v1`).then(
    () => false,
    () => true,
  )

const secretOf = async (of: Client) => (await of(demo.getOverview)).demo.clientSecret

const save = (name: string) => call(snapshots.saveSnapshot, { body: { snapshotName: name } })

/** A person with an application, tokens, a session and a sink: every kind of id that a world gives out. */
async function populate(baseUrl: string) {
  const call = createClient({ baseUrl })
  const { channelId } = await call(people.createPerson, { body: { channelName: '방송인' } })
  const app = await call(apps.createApp, { body: { name: 'bot', redirectUri: 'http://127.0.0.1:9/' } })
  const { accessToken, refreshToken } = await call(grants.createGrant, { body: { clientId: app.clientId, channelId } })
  const api = createClient({ baseUrl, credentials: { accessToken } })
  const { url } = await api(session.openUserSession)
  const { messageId } = await api(chat.sendMessage, { body: { message: '안녕' } })
  return { call, channelId, app, accessToken, refreshToken, ticketUrl: url, messageId }
}

describe('worlds of @onair/testing', () => {
  test('that end while their database server starts leave none behind', async () => {
    const ending = new WorldHost({ config: hostConfig, log: silentLog, onFailure: assert.fail })
    const started = assert.rejects(ending.start(), /The worlds have ended/)
    await ending[Symbol.asyncDispose]()
    await started
  })

  test('know no id, token, secret or session of each other', async () => {
    await using first = await host.openDemo()
    await using second = await host.openDemo()
    const [one, two] = [await populate(first.overview.baseUrl), await populate(second.overview.baseUrl)]
    for (const [{ overview }, foreign] of [
      [first, two],
      [second, one],
    ] as const) {
      const { baseUrl } = overview
      const mine = foreign === two ? one : two
      const call = createClient({ baseUrl })
      const withToken = createClient({ baseUrl, credentials: { accessToken: foreign.accessToken } })
      const asClient = createClient({ baseUrl, credentials: foreign.app })
      const streamer = overview.demo.people[0]!.channelId
      const clientIdOf = (clientId: string) => ({ clientId, channelId: streamer })
      const refreshed = fetch(`${baseUrl}/auth/v1/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ grantType: 'refresh_token', ...mine.app, refreshToken: foreign.refreshToken }),
      })
      const ticketUrl = foreign.ticketUrl.replace(new URL(foreign.ticketUrl).origin, baseUrl)
      await assert.rejects(connect(ticketUrl))
      assert.deepEqual(
        {
          token: await statusOf(withToken(user.getMe)),
          client: await statusOf(asClient(session.openClientSession)),
          grant: await statusOf(call(grants.createGrant, { body: clientIdOf(foreign.app.clientId) })),
          channel: await statusOf(
            call(channels.follow, { body: { channelId: foreign.channelId, byChannelId: streamer } }),
          ),
          sessions: await statusOf(call(sessions.listSessions, { query: { clientId: foreign.app.clientId } })),
          refresh: (await refreshed).status,
        },
        { token: 401, client: 401, grant: 404, channel: 404, sessions: 404, refresh: 401 },
      )
      assert.deepEqual((await call(worlds.listWorlds)).data, [])
    }
  })

  test('a fork of one has its present state while it is in use, and is deleted with it', async () => {
    const world = await host.openDemo()
    const { baseUrl } = world.overview
    const { call, channelId, accessToken } = await populate(baseUrl)
    const busy = Array.from({ length: 20 }, () => call(people.createPerson, { body: { channelName: '시청자' } }))
    const forked = await fork(call)
    await Promise.all(busy)
    const api = createClient({ baseUrl: forked.baseUrl, credentials: { accessToken } })
    assert.equal((await api(user.getMe)).channelId, channelId)
    const grandchild = await fork(forked.call)
    assert.deepEqual(
      (await call(worlds.listWorlds)).data.map(({ worldId }) => worldId),
      [forked.worldId],
    )
    const { pathParams } = { pathParams: { worldId: grandchild.worldId } }
    assert.equal(await statusOf(call(worlds.deleteWorld, { pathParams })), 404)
    await world[Symbol.asyncDispose]()
    for (const url of [baseUrl, forked.baseUrl, grandchild.baseUrl]) await assert.rejects(fetch(`${url}/sandbox/v1`))
  })
})

describe('createWorld', () => {
  test('forks the present state of a running sandbox, with its credentials, into a world of its own', async () => {
    const { channelId, app, accessToken } = await populate(main.deps.addresses.baseUrl)
    await using world = await fork()
    const [inMain, inWorld] = [main.deps.addresses, world].map(({ baseUrl }) =>
      createClient({ baseUrl, credentials: { accessToken } }),
    )
    assert.equal((await inWorld!(user.getMe)).channelId, channelId)
    const overview = await world.call(demo.getOverview)
    assert.equal(overview.demo.clientSecret, (await call(demo.getOverview)).demo.clientSecret)
    assert.equal(
      await statusOf(createClient({ baseUrl: world.baseUrl, credentials: app })(session.openClientSession)),
      200,
    )

    await world.call(clock.moveClock, { body: { advanceSeconds: 2 * 86_400 } })
    assert.deepEqual([await statusOf(inWorld!(user.getMe)), await statusOf(inMain!(user.getMe))], [401, 200])
    const { channelId: created } = await world.call(people.createPerson, { body: { channelName: '세계인' } })
    const follow = { body: { channelId: created, byChannelId: channelId } }
    assert.deepEqual(
      [await statusOf(world.call(channels.follow, follow)), await statusOf(call(channels.follow, follow))],
      [200, 404],
    )
  })

  test('sockets of the original receive nothing of the copy, whose sessions have ended', async () => {
    const { accessToken, channelId } = await populate(main.deps.addresses.baseUrl)
    const api = createClient({ baseUrl: main.deps.addresses.baseUrl, credentials: { accessToken } })
    using client = await connect((await api(session.openUserSession)).url)
    await api(session.subscribeChat, { parameters: { sessionKey: client.sessionKey } })
    await client.next()
    await using world = await fork()
    assert.deepEqual((await world.call(sessions.listSessions, {})).data, [])
    const say = (call: Client, message: string) =>
      call(channels.chat, { body: { channelId, byChannelId: channelId, message } })
    await say(world.call, '사본')
    await say(call, '원본')
    const [, { content }] = await client.next()
    assert.equal(content, '원본')
  })

  test('webhooks to a sink of the original lead to the same sink of the copy', async () => {
    const { baseUrl } = main.deps.addresses
    const { demo: demoData } = await call(demo.getOverview)
    const [streamer] = demoData.people
    await call(sinks.setSink, { pathParams: { sinkName: 'hook' }, body: {} })
    const app = await call(apps.createApp, {
      body: {
        name: 'drops',
        redirectUri: 'http://127.0.0.1:9/',
        organizationId: 'onair-demo',
        ownerChannelId: streamer!.channelId,
        webhookUrl: `${baseUrl}/sandbox/v1/sinks/hook`,
      },
    })
    const campaign = { clientId: app.clientId, categoryId: 'talk', rewards: ['검'] }
    const { rewardIds } = await call(sandboxApi.drops.createCampaign, { body: campaign })
    await using world = await fork()
    await world.call(sandboxApi.drops.claim, { body: { rewardId: rewardIds[0]!, byChannelId: streamer!.channelId } })
    const received = async (call: Client) => (await call(sinks.getSink, { pathParams: { sinkName: 'hook' } })).received
    await eventually(async () => (await received(world.call)) === 1)
    assert.equal(await received(call), 0)
  })

  test('refuses an unknown world, and more worlds than ONAIR_WORLDS_MAX', async () => {
    assert.equal(await statusOf(fork(call, { from: '0'.repeat(16) })), 404)
    await using opened = new AsyncDisposableStack()
    for (let count = 0; count < config.worldsMax; count++) opened.use(await fork())
    await assert.rejects(fork(), { status: 400, apiMessage: /6 worlds are open, which is the most; delete one/ })
    assert.equal((await call(worlds.listWorlds)).data.length, config.worldsMax)
  })
})

describe('a sandbox', () => {
  test(
    'on a bus that other processes may share has worlds, and refuses a restore',
    { skip: 'missing' in redis && redis.missing },
    async () => {
      assert.ok(!('missing' in redis))
      await using database = await openTestDatabase()
      await using shared = await openProgram({
        config: { ...config, redisUrl: redis.url, redisPrefix: redis.prefix },
        log: silentLog,
        database: {
          connection: database.connection,
          ...keysOfInstallation({ current: systemRandom.bytes(32), previous: null }),
        },
        openExtension: createSandbox((source) => host.copiesOf(source, null)),
      })
      const sharedCall = clientOf(shared.deps.addresses)
      const { channelId } = await populate(shared.deps.addresses.baseUrl)
      await using world = await fork(sharedCall)
      assert.equal(await exists(world.call, channelId), true)
      await sharedCall(snapshots.saveSnapshot, { body: { snapshotName: 'shared' } })
      const pathParams = { snapshotName: 'shared' }
      await assert.rejects(sharedCall(snapshots.restoreSnapshot, { pathParams }), {
        status: 403,
        apiMessage: /other processes may use the data of this sandbox/,
      })
      await using opened = await fork(sharedCall, { snapshot: 'shared' })
      assert.equal(await exists(opened.call, channelId), true)
      await world.call(snapshots.saveSnapshot, { body: { snapshotName: 'own' } })
      await world.call(snapshots.restoreSnapshot, { pathParams: { snapshotName: 'own' } })
    },
  )

  test('whose roles run in several processes refuses worlds and snapshots with CANNOT_BE_COPIED', async () => {
    await using app = await openSandboxApp()
    for (const [method, path] of [
      ['POST', '/worlds'],
      ['GET', '/worlds'],
      ['GET', '/snapshots'],
      ['POST', '/snapshots/before/restore'],
    ] as const) {
      const { status, body } = await app.call(method, `/sandbox/v1${path}`, method === 'POST' ? { json: {} } : {})
      assert.deepEqual([status, body.reason?.code], [404, 'CANNOT_BE_COPIED'], path)
    }
  })
})

describe('the database server of worlds', () => {
  test('starts a process of autovacuum in each database every 5 minutes only', async () => {
    await using root = await host.openDemo()
    const { rows } = await sql`show autovacuum_naptime`.execute(root.deps.db.read)
    assert.deepEqual(rows, [{ autovacuum_naptime: '5min' }])
  })
})

describe('ONAIR_WORLD_IDLE_MIN', () => {
  test('deletes a world without a request; one with a socket, and one whose fork is in use, stay', async () => {
    await using root = await host.openDemo()
    const rootCall = createClient(root.overview)
    const [idle, parent, connected] = [await fork(rootCall), await fork(rootCall), await fork(rootCall)]
    const child = await fork(parent.call)
    const { ticketUrl } = await populate(connected.baseUrl)
    using _client = await connect(ticketUrl)
    const listIds = async () => (await rootCall(worlds.listWorlds)).data.map(({ worldId }) => worldId)

    hostTime.advance((config.worldIdleMin - 1) * 60_000)
    await child.call(demo.getOverview)
    assert.deepEqual(await listIds(), [idle.worldId, parent.worldId, connected.worldId])
    hostTime.advance(2 * 60_000)
    await eventually(async () => {
      // The host looks every 10 s.
      hostTime.advance(10_000)
      assert.deepEqual(await listIds(), [parent.worldId, connected.worldId])
    })
    await eventually(() => isClosed(idle.baseUrl))
    assert.equal((await child.call(demo.getOverview)).baseUrl, child.baseUrl)
  })
})

describe('a prepared world', () => {
  test('is used by the next fork with the same keys only, and takes no place of ONAIR_WORLDS_MAX', async () => {
    await using first = await host.openDemo()
    await using second = await host.openDemo()
    const { data } = await createClient(second.overview)(worlds.listWorlds)
    assert.deepEqual(data, [])
    await using forked = await fork(call)
    await using again = await fork(call)
    const [main, demoWorld] = [await secretOf(call), first.overview.demo.clientSecret]
    assert.notEqual(main, demoWorld)
    assert.deepEqual([await secretOf(forked.call), await secretOf(again.call)], [main, main])
    assert.equal(second.overview.demo.clientSecret, demoWorld)
  })
})

describe('snapshots', () => {
  test('a restore replaces all data on the same port; the clock continues at the time of the snapshot', async () => {
    const { channelId, accessToken } = await populate(main.deps.addresses.baseUrl)
    await save('before')
    const later = await call(people.createPerson, { body: { channelName: '나중' } })
    await call(clock.moveClock, { body: { advanceSeconds: 30 * 86_400 } })
    const api = createClient({ baseUrl: main.deps.addresses.baseUrl, credentials: { accessToken } })
    assert.equal(await statusOf(api(user.getMe)), 401)
    await call(snapshots.restoreSnapshot, { pathParams: { snapshotName: 'before' } })
    assert.equal((await api(user.getMe)).channelId, channelId)
    assert.deepEqual([await exists(call, channelId), await exists(call, later.channelId)], [true, false])
    const { aheadSeconds } = await call(clock.getClock)
    assert.ok(Math.abs(aheadSeconds) < 60)
    assert.equal((await call(clock.moveClock, { body: { advanceSeconds: -aheadSeconds } })).aheadSeconds, 0)
    await populate(main.deps.addresses.baseUrl)
  })

  test('an exported file opens in another installation as a world, and can be restored there', async () => {
    const { channelId, accessToken, app } = await populate(main.deps.addresses.baseUrl)
    await save('report')
    const { file } = await call(snapshots.exportSnapshot, { pathParams: { snapshotName: 'report' } })
    await using other = await host.openDemo()
    const { baseUrl } = other.overview
    const otherCall = createClient({ baseUrl })
    const pathParams = { snapshotName: 'imported' }
    await otherCall(snapshots.importSnapshot, { pathParams, body: { file } })
    await using world = await fork(otherCall, { snapshot: 'imported' })
    const readMe = (baseUrl: string) => createClient({ baseUrl, credentials: { accessToken } })(user.getMe)
    assert.equal((await readMe(world.baseUrl)).channelId, channelId)
    assert.equal(await statusOf(readMe(baseUrl)), 401)
    await otherCall(snapshots.restoreSnapshot, { pathParams })
    assert.equal((await readMe(baseUrl)).channelId, channelId)
    assert.equal(await statusOf(createClient({ baseUrl, credentials: app })(session.openClientSession)), 200)
    // A second restore finds the data of the first.
    await otherCall(snapshots.restoreSnapshot, { pathParams })
    assert.equal(await exists(otherCall, channelId), true)
  })

  test('the live sandbox restores the file of another installation, and keeps its own key', async () => {
    await using other = await host.openDemo()
    const { channelId, app } = await populate(other.overview.baseUrl)
    const otherCall = createClient(other.overview)
    await otherCall(snapshots.saveSnapshot, { body: { snapshotName: 'theirs' } })
    const { file } = await otherCall(snapshots.exportSnapshot, { pathParams: { snapshotName: 'theirs' } })
    await save('mine')
    await call(snapshots.importSnapshot, { pathParams: { snapshotName: 'theirs' }, body: { file } })
    await call(snapshots.restoreSnapshot, { pathParams: { snapshotName: 'theirs' } })
    assert.equal(await exists(call, channelId), true)
    const asApp = createClient({ baseUrl: main.deps.addresses.baseUrl, credentials: app })
    assert.equal(await statusOf(asApp(session.openClientSession)), 200)
    await call(snapshots.restoreSnapshot, { pathParams: { snapshotName: 'mine' } })
    assert.equal(await exists(call, channelId), false)
  })

  test('a damaged file, one of another version and an unknown name are refused in one sentence', async () => {
    await save('good')
    const { file } = await call(snapshots.exportSnapshot, { pathParams: { snapshotName: 'good' } })
    const bytes = Buffer.from(file, 'base64')
    const importFile = (changed: Buffer) =>
      call(snapshots.importSnapshot, {
        pathParams: { snapshotName: 'bad' },
        body: { file: changed.toString('base64') },
      })
    const flipped = Buffer.from(bytes)
    flipped[bytes.length - 20]! ^= 1
    for (const damaged of [flipped, bytes.subarray(0, bytes.length - 1), Buffer.from('PK'), Buffer.alloc(0)])
      await assert.rejects(importFile(damaged), { status: 400, apiMessage: /is damaged or is not a snapshot of Onair/ })
    const withHeader = (from: string, to: string) =>
      gzipSync(Buffer.from(gunzipSync(bytes).toString('latin1').replace(from, to), 'latin1'))
    const newer = withHeader('"formatVersion":1', '"formatVersion":2')
    await assert.rejects(importFile(newer), { status: 400, apiMessage: /is of Onair 0\.1\.0, whose data/ })
    // A backup has no keys, and may be of production.
    for (const backup of [withHeader('"snapshot":', '"no_keys": '), withHeader('"sandbox"', 'null     ')])
      await assert.rejects(importFile(backup), { status: 400, apiMessage: /is damaged or is not a snapshot of Onair/ })
    assert.equal(await statusOf(call(snapshots.restoreSnapshot, { pathParams: { snapshotName: 'bad' } })), 404)
    const names = (await call(snapshots.listSnapshots)).data.map(({ name }) => name)
    assert.deepEqual([names.includes('good'), names.includes('bad')], [true, false])
    await call(snapshots.deleteSnapshot, { pathParams: { snapshotName: 'good' } })
    assert.equal(await statusOf(call(snapshots.deleteSnapshot, { pathParams: { snapshotName: 'good' } })), 404)
  })
})

describe('onair world and onair snapshot', () => {
  test('fork, list and delete worlds; save, export, import, restore, list and delete snapshots', async () => {
    const forked = await run('world', 'fork')
    const [, worldId = ''] = /^0 World ([0-9a-f]{16}) is at http/.exec(forked) ?? []
    assert.ok((await run('world', 'list')).startsWith(`0 ${worldId}`))
    assert.equal(await run('world', 'delete', worldId), `0 World ${worldId} is deleted.\n`)
    assert.equal(await run('world', 'list'), '0 No world is open.\n')

    const file = join(folder.path, 'report.onair')
    assert.equal(await run('snapshot', 'save', 'report'), '0 Snapshot report is saved.\n')
    assert.match(
      await run('snapshot', 'export', 'report', file),
      /^0 Snapshot report is in .*report\.onair\. It contains/,
    )
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal(await run('snapshot', 'import', 'theirs', file), '0 Snapshot theirs is stored.\n')
    assert.match(await run('snapshot', 'list'), /^0 (?:.*\n)*theirs /)
    assert.match(await run('snapshot', 'restore', 'theirs'), /^0 Snapshot theirs is restored/)
    assert.match(await run('world', 'fork', '--snapshot', 'theirs'), /^0 World/)
    assert.equal(await run('snapshot', 'delete', 'theirs'), '0 Snapshot theirs is deleted.\n')
    assert.match(await run('snapshot', 'delete', 'theirs'), /^1 onair: .*no such snapshot/)
    writeFileSync(file, 'PK')
    assert.match(
      await run('snapshot', 'import', 'theirs', file),
      /^1 onair: .*is damaged or is not a snapshot of Onair/,
    )
  })
})
