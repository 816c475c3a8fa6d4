import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AuditAction } from '@onair/contract'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'
import { httpBrowser, type HttpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { signOut } from '../../../../tests/support/clients/page-forms.ts'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { recordAuditOfEach } from '../../shared/audit-store.ts'
import { listEntries } from './list-entries.ts'
import { sweepOldRows } from '../../worker/old-rows-store.ts'

const list = (testApp: Pick<TestApp, 'deps'>, actions?: AuditAction[]) =>
  listEntries({ ...(actions && { actions }), limit: 1_000 }, testApp.deps)

const form = { channelName: '새 방송인', email: 'new@example.com', password: 'long enough' }

const from = (address: string) => ({ 'x-forwarded-for': address })

async function guess(browser: HttpBrowser, email: string, address: string) {
  const headers = from(address)
  await browser.get('/sign-in')
  return browser.post('/sign-in', { email, password: 'wrong password' }, { headers })
}

describe('audit log', () => {
  test('records sign-up, sign-in, failures and sign-out with the network', async () => {
    await using testApp = await openTestApp({ settings: { sandboxPublic: true, trustProxy: true } })
    const browser = httpBrowser(testApp.url)
    const headers = { 'x-forwarded-for': '2001:db8:1:2:3::4' }
    await browser.get('/sign-up')
    await browser.post('/sign-up', form, { headers })
    await signOut(testApp, browser, { headers })
    await guess(browser, form.email, '192.0.2.7')
    testApp.clock.advance(60_000)
    await browser.get('/sign-in')
    await browser.post('/sign-in', { email: form.email, password: form.password }, { headers })
    const entries = (await list(testApp)).toReversed().filter(({ action }) => action !== 'app.registered')
    const channelId = entries[0]?.channel?.channelId
    assert.match(channelId ?? '', /^[0-9a-f]{32}$/)
    assert.deepEqual(
      entries.map((entry) => [entry.action, entry.actor, entry.channel?.channelId, entry.network]),
      [
        ['account.created', { kind: 'anonymous', id: null }, channelId, '2001:db8:1:2'],
        ['account.signed_in', { kind: 'person', id: channelId }, channelId, '2001:db8:1:2'],
        ['web_session.ended', { kind: 'person', id: channelId }, channelId, '2001:db8:1:2'],
        ['account.sign_in_failed', { kind: 'anonymous', id: null }, channelId, '192.0.2.7'],
        ['account.signed_in', { kind: 'person', id: channelId }, channelId, '2001:db8:1:2'],
      ],
    )
  })

  test('sums the failed sign-ins of one network to one account by the minute', async () => {
    await using testApp = await openTestApp({ settings: { sandboxPublic: true, trustProxy: true } })
    await testApp.act('createPerson', form)
    const browser = httpBrowser(testApp.url)
    testApp.clock.advance(60_000 - (testApp.clock.now() % 60_000))
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) await guess(browser, form.email, address)
    for (let at = 0; at < 3; at++) await guess(browser, `unknown-${at}@example.com`, '192.0.2.1')
    testApp.clock.advance(60_000)
    await guess(browser, form.email, '192.0.2.1')
    const entries = await list(testApp, ['account.sign_in_failed'])
    assert.deepEqual(
      entries.toReversed().map(({ network, count, channel }) => [network, count, channel?.channelName ?? null]),
      [
        ['192.0.2.1', 2, form.channelName],
        ['192.0.2.2', 1, form.channelName],
        ['192.0.2.1', 3, null],
        ['192.0.2.1', 1, form.channelName],
      ],
    )
  })

  test('sums equal entries of a minute, also of calls at the same time, and of one call', async () => {
    await using testApp = await openTestApp()
    const { channelId, client } = await testApp.createFixture()
    testApp.clock.advance(60_000 - (testApp.clock.now() % 60_000))
    const since = testApp.clock.now()
    const grant = { clientId: client.clientId, channelId }
    await Promise.all(Array.from({ length: 20 }, () => testApp.act('createGrant', grant)))
    testApp.clock.advance(59_999)
    await testApp.act('createGrant', { ...grant, scopes: ['유저 정보 조회'] })
    await testApp.act('createGrant', grant)
    testApp.clock.advance(1)
    await testApp.act('createGrant', grant)
    const entry = { action: 'manager.removed', channelId } as const
    await testApp.deps.db.transaction((tx) =>
      recordAuditOfEach(tx, since, [entry, { ...entry, detail: { at: 1 } }, entry]),
    )
    const entries = await listEntries({ since, limit: 100 }, testApp.deps)
    const countOf = (action: string) => entries.filter((one) => one.action === action).map(({ count }) => count)
    assert.deepEqual(countOf('grant.created').toReversed(), [21, 1, 1])
    assert.deepEqual(
      countOf('manager.removed').toSorted((a, b) => a - b),
      [1, 2],
    )
    const summed = entries.find(({ count }) => count === 21)
    assert.equal(Date.parse(summed?.lastDate ?? '') - Date.parse(summed?.date ?? ''), 59_999)
  })

  test('failed sign-ins beyond 600 entries in a minute share one entry without network', async () => {
    await using testApp = await openTestApp({ settings: { sandboxPublic: true, trustProxy: true } })
    testApp.clock.advance(60_000 - (testApp.clock.now() % 60_000))
    const now = testApp.clock.now()
    await testApp.deps.db.transaction(async (tx) => {
      const rows = Array.from({ length: 600 }, (_, at) => ({
        action: 'account.sign_in_failed' as const,
        at: now,
        last_at: now,
        actor_kind: 'anonymous' as const,
        actor_id: null,
        channel_id: null,
        client_id: null,
        network: `10.0.${at >> 8}.${at & 255}`,
        trace_id: null,
        detail: '{}',
      }))
      await tx.insertInto('audit_log').values(rows).execute()
    })
    const browser = httpBrowser(testApp.url)
    for (let at = 0; at < 3; at++) await guess(browser, `unknown-${at}@example.com`, `192.0.2.${at}`)
    const entries = await list(testApp, ['account.sign_in_failed'])
    assert.equal(entries.length, 601)
    assert.deepEqual([entries[0]?.network, entries[0]?.count], [null, 3])
  })

  test('records applications, secrets, stream keys, managers and restrictions with the person who acted', async () => {
    await using testApp = await openConsoleTestApp()
    const owner = await testApp.signedIn('개발자')
    const { viewer } = testApp
    const call = async (method: string, path: string, json?: object) => {
      const { status, body } = await owner.callConsole(method, path, json)
      assert.equal(status, 200, `${method} ${path}: ${body.message}`)
      return body.content
    }
    const { clientId } = await call('POST', '/apps', { name: 'bot', redirectUri: 'https://bot.example.com/callback' })
    await call('PATCH', `/apps/${clientId}`, { name: 'better bot', scopes: [] })
    await call('PUT', `/apps/${clientId}/webhook`, { url: 'https://bot.example.com/hooks/secret', status: 'ENABLED' })
    await call('DELETE', `/apps/${clientId}/webhook`)
    await call('POST', `/apps/${clientId}/secret`, { overlapHours: 3 })
    await call('DELETE', `/apps/${clientId}/secret/older`)
    await call('POST', '/stream-key')
    await call('PUT', `/managers/${viewer.channelId}`, { userRole: 'STREAMING_CHAT_MANAGER' })
    await call('DELETE', `/managers/${viewer.channelId}`)
    await call('DELETE', `/managers/${viewer.channelId}`)
    await call('PUT', `/channels/${owner.channelId}/restrictions/${viewer.channelId}`)
    await call('DELETE', `/channels/${owner.channelId}/restrictions/${viewer.channelId}`)
    await call('PUT', `/channels/${owner.channelId}/temporary-restrictions/${viewer.channelId}`)
    await call('DELETE', `/apps/${clientId}`)
    const entries = (await listEntries({ channelId: owner.channelId, limit: 100 }, testApp.deps)).toReversed()
    assert.ok(entries.slice(1).every(({ actor }) => actor.kind === 'person' && actor.id === owner.channelId))
    assert.deepEqual(
      entries.slice(2).map(({ action, app, detail }) => [action, app?.clientId ?? null, detail]),
      [
        ['app.registered', clientId, { name: 'bot' }],
        ['app.updated', clientId, { name: 'better bot', scopes: [] }],
        ['app.updated', clientId, { webhookOrigin: 'https://bot.example.com', webhookStatus: 'ENABLED' }],
        ['app.updated', clientId, { webhookOrigin: null }],
        ['secret.rotated', clientId, { overlapHours: 3 }],
        ['secret.revoked', clientId, {}],
        ['stream_key.rotated', null, {}],
        ['manager.set', null, { managerChannelId: viewer.channelId, userRole: 'STREAMING_CHAT_MANAGER' }],
        ['manager.removed', null, { managerChannelId: viewer.channelId }],
        ['restriction.created', null, { targetChannelId: viewer.channelId }],
        ['restriction.released', null, { targetChannelId: viewer.channelId }],
        ['restriction.created', null, { targetChannelId: viewer.channelId, seconds: 60 }],
        ['app.deleted', clientId, {}],
      ],
    )
  })

  test('records grants given, withdrawn and revoked, and the reuse of a refresh token as an alarm', async () => {
    await using testApp = await openTestApp()
    const { channelId, client, refreshToken } = await testApp.createFixture()
    const refresh = { grantType: 'refresh_token', ...client, refreshToken }
    const post = (path: string, json: object) => testApp.call('POST', `/auth/v1${path}`, { json })
    assert.equal((await post('/token', refresh)).status, 200)
    assert.equal((await post('/token', refresh)).status, 401)
    const grant = { clientId: client.clientId, channelId }
    testApp.clock.advance(60_000)
    const { accessToken } = await testApp.act('createGrant', grant)
    assert.equal((await post('/token/revoke', { ...client, token: accessToken })).status, 200)
    testApp.clock.advance(60_000)
    await testApp.act('createGrant', grant)
    await testApp.act('withdrawGrant', grant)
    const entries = (await listEntries({ clientId: client.clientId, limit: 100 }, testApp.deps)).toReversed()
    assert.deepEqual(
      entries.slice(1).map(({ action, isAlarm, actor, channel }) => [action, isAlarm, actor.kind, channel?.channelId]),
      [
        ['grant.created', false, 'anonymous', channelId],
        ['grant.reuse_detected', true, 'app', channelId],
        ['grant.created', false, 'anonymous', channelId],
        ['grant.revoked', false, 'app', channelId],
        ['grant.created', false, 'anonymous', channelId],
        ['grant.withdrawn', false, 'anonymous', channelId],
      ],
    )
  })

  test('deletes entries older than ONAIR_AUDIT_LOG_DAYS, and none if it is 0', async () => {
    await using testApp = await openTestApp({ settings: { auditLogDays: 30 } })
    await testApp.createFixture()
    const before = await list(testApp)
    await sql`update audit_log set written_at_db = clock_timestamp() - interval '31 days'
      where position = ${before[0]?.position}`.execute(testApp.deps.db.read)
    await sweepOldRows('audit-log', { ...testApp.deps, config: { ...testApp.deps.config, auditLogDays: 0 } })
    assert.equal((await list(testApp)).length, before.length)
    await sweepOldRows('audit-log', testApp.deps)
    assert.equal((await list(testApp)).length, before.length - 1)
  })

  test('has each read of a stream key and an overlay URL once a minute, and an export once, with actor and network', async () => {
    await using testApp = await openTestApp({ settings: { sandboxPublic: true, trustProxy: true } })
    const { channelId, client, token } = await testApp.createFixture()
    const person = await testApp.act('createPerson', form)
    const browser = httpBrowser(testApp.url)
    await browser.signIn(person.email, form.password)
    await browser.callConsole('POST', '/overlays/chat/url', {})
    const read = (path: string) => browser.callConsole('GET', path, undefined, { 'x-forwarded-for': '192.0.2.7' })
    const cursor = Buffer.from(JSON.stringify(['chatMessages', null])).toString('base64url')
    for (let at = 0; at < 2; at++)
      for (const path of ['/stream-key', '/overlays/chat/url', `/account/export?next=${cursor}`])
        assert.equal((await read(path)).status, 200, path)
    const headers = { 'x-forwarded-for': '192.0.2.8' }
    for (let at = 0; at < 3; at++) await testApp.call('GET', '/open/v1/streams/key', { token, headers })
    testApp.clock.advance(60_000)
    await testApp.call('GET', '/open/v1/streams/key', { token, headers })
    const entries = await list(testApp, ['account.exported', 'stream_key.read', 'overlay_url.read'])
    const [own, app] = [
      { kind: 'person', id: person.channelId },
      { kind: 'app', id: client.clientId },
    ]
    assert.deepEqual(
      entries
        .toReversed()
        .map(({ action, actor, channel, network, count }) => [action, actor, channel?.channelId, network, count]),
      [
        ['stream_key.read', own, person.channelId, '192.0.2.7', 2],
        ['overlay_url.read', own, person.channelId, '192.0.2.7', 2],
        ['account.exported', own, person.channelId, '192.0.2.7', 1],
        ['stream_key.read', app, channelId, '192.0.2.8', 3],
        ['stream_key.read', app, channelId, '192.0.2.8', 1],
      ],
    )
  })

  test('gives a person in the export the networks of their own and of anonymous entries, of nobody else', async () => {
    await using testApp = await openConsoleTestApp({ sandboxPublic: true, trustProxy: true })
    const owner = await testApp.signedIn('내보내는 사람')
    const { channelId } = owner
    const moderator = testApp.viewer
    const target = await testApp.signedIn('제한된 사람')
    await testApp.act('manage', {
      channelId,
      byChannelId: moderator.channelId,
      userRole: 'STREAMING_CHANNEL_MANAGER',
    })
    const restrict = `/channels/${channelId}/restrictions/${target.channelId}`
    assert.equal((await moderator.callConsole('PUT', restrict, {}, from('192.0.2.1'))).status, 200)
    await guess(httpBrowser(testApp.url), owner.email, '192.0.2.2')
    await owner.callConsole('POST', '/stream-key', {}, from('192.0.2.3'))
    const exportOf = async (browser: HttpBrowser) => {
      const next = Buffer.from(JSON.stringify(['auditLog', null])).toString('base64url')
      const { body } = await browser.callConsole('GET', `/account/export?next=${next}`, undefined, from('192.0.2.4'))
      return body.content.data as Record<string, unknown>[]
    }
    const [own, theirs] = [await exportOf(owner), await exportOf(moderator)]
    const networkOf = (entries: typeof own, action: string) =>
      entries.find((entry) => entry['action'] === action)?.['network']
    assert.deepEqual(
      ['restriction.created', 'account.sign_in_failed', 'stream_key.rotated'].map((action) => networkOf(own, action)),
      [null, '192.0.2.2', '192.0.2.3'],
    )
    assert.equal(networkOf(theirs, 'restriction.created'), '192.0.2.1')
    const columns = ['action', 'actorKind', 'clientId', 'count', 'date', 'detail', 'network']
    for (const entry of own) assert.deepEqual(Object.keys(entry).toSorted(), columns)
    const log = (await owner.callConsole('GET', `/channels/${channelId}/moderation-log`)).body.content.data
    assert.ok(log.length > 0 && !JSON.stringify(log).includes('192.0.2.'))
  })
})
