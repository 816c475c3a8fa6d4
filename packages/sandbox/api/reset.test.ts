import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dropsScope, userScopes } from '@onair/contract'
import { ensurePlatformApp } from '@onair/server/features/apps/platform-app.ts'
import { httpBrowser } from '../../../tests/support/clients/http-browser.ts'
import { connect } from '../../../tests/support/clients/session-client.ts'
import { connectViewer } from '../../../tests/support/clients/viewer-client.ts'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

describe('reset', () => {
  test('restores the demo data and deletes everything else', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const before = await testApp.sandbox('GET', '')
    const { channelId, client } = await testApp.createFixture()
    assert.equal(await testApp.sandbox('POST', '/reset'), null)

    assert.deepEqual(await testApp.sandbox('GET', ''), before)
    const unknown = { clientId: client.clientId, channelId: before.demo.people[0].channelId }
    assert.equal((await testApp.call('POST', '/sandbox/v1/grants', { json: unknown })).status, 404)
    const deleted = { clientId: before.demo.clientId, channelId }
    assert.equal((await testApp.call('POST', '/sandbox/v1/grants', { json: deleted })).status, 404)
    const { people } = await testApp.deps.db.read
      .selectFrom('account')
      .select(({ fn }) => fn.countAll<number>().as('people'))
      .executeTakeFirstOrThrow()
    assert.equal(people, before.demo.people.length)
  })

  test('counts what the lists have: neither applications of the platform nor what was deleted', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const count = () => testApp.sandbox('GET', '/reset')
    await testApp.sandbox('POST', '/people', { channelName: '개발사', organizationId: 'studio' })
    const before = await count()
    const scopes = [...userScopes, dropsScope]
    const { channelId, client } = await testApp.createFixture({ organizationId: 'studio', scopes })
    const { clientId } = client
    await testApp.sandbox('POST', '/drops/campaigns', { clientId, categoryId: 'talk', rewards: ['탈것'] })
    const platformApp = await ensurePlatformApp(
      { id: 'overlay-chat', name: 'Overlay', scopes: userScopes },
      testApp.deps,
    )
    await testApp.sandbox('POST', '/grants', { clientId: platformApp.clientId, channelId })
    const { people, apps, tokens, campaigns } = before
    const added = { people: people + 1, apps: apps + 1, tokens: tokens + 1, campaigns: campaigns + 1 }
    assert.deepEqual(await count(), { ...before, ...added })
    await testApp.deps.db.transaction((tx) =>
      tx.updateTable('app').set({ deleted_at: 1 }).where('client_id', '=', clientId).execute(),
    )
    assert.deepEqual(await count(), { ...before, people: people + 1 })
  })

  test('invalidates tokens and credentials, except those of the demo application', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const { demo } = await testApp.sandbox('GET', '')
    const { token, refreshToken, client } = await testApp.createFixture()
    await testApp.sandbox('POST', '/reset')
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).body.message, 'INVALID_TOKEN')
    const refresh = (credentials: object) =>
      testApp.call('POST', '/auth/v1/token', { json: { grantType: 'refresh_token', ...credentials, refreshToken } })
    assert.equal((await refresh(client)).body.message, 'INVALID_CLIENT')
    const { clientId, clientSecret } = demo
    assert.equal((await refresh({ clientId, clientSecret })).body.message, 'INVALID_TOKEN')
  })

  test('sets the clock to real time', async () => {
    await using testApp = await openSandboxApp()
    const { now } = await testApp.sandbox('GET', '/clock')
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 86_400 })
    await testApp.sandbox('POST', '/reset')
    assert.deepEqual(await testApp.sandbox('GET', '/clock'), { now, aheadSeconds: 0 })
  })

  test('closes sockets and invalidates unused session URLs', async () => {
    await using testApp = await openSandboxApp()
    const { token } = await testApp.createFixture()
    const createSessionUrl = async () =>
      (await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content.url
    using session = await connect(await createSessionUrl())
    const unused = await createSessionUrl()
    await testApp.sandbox('POST', '/reset')
    assert.deepEqual(await session.readUntilClose(), [])
    await assert.rejects(connect(unused))
  })

  test('completes ten concurrent resets with one set of demo data', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const { demo } = await testApp.sandbox('GET', '')
    await Promise.all(Array.from({ length: 10 }, () => testApp.sandbox('POST', '/reset')))
    const { clientId } = demo
    await testApp.sandbox('POST', '/grants', { clientId, channelId: demo.people[0].channelId })
  })

  test('succeeds while other calls run, and fails none of them', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const { demo } = await testApp.sandbox('GET', '')
    const [{ channelId }] = demo.people
    for (let round = 0; round < 10; round++) {
      const responses = await Promise.all([
        testApp.call('POST', '/sandbox/v1/reset'),
        ...Array.from({ length: 6 }, () =>
          testApp.call('POST', '/sandbox/v1/grants', { json: { clientId: demo.clientId, channelId } }),
        ),
        ...Array.from({ length: 6 }, () =>
          testApp.call('POST', '/sandbox/v1/actions/chat', {
            json: { channelId, byChannelId: channelId, message: 'hi' },
          }),
        ),
      ])
      assert.equal(responses[0]?.status, 200)
      for (const { status, body } of responses) assert.ok(status < 500, `${status} ${body.message}`)
    }
  })

  test('accepts an empty and a null body', async () => {
    await using testApp = await openSandboxApp()
    for (const raw of ['', 'null']) assert.equal((await testApp.call('POST', '/sandbox/v1/reset', { raw })).status, 200)
  })

  test('closes the viewers', async () => {
    await using testApp = await openSandboxApp()
    const { channelId } = await testApp.createFixture()
    await testApp.act('goLive', { channelId })
    using guest = await connectViewer(httpBrowser(testApp.url), channelId)
    await testApp.sandbox('POST', '/reset')
    await guest.readUntilClose()
  })

  test('clears the cache of callers', async () => {
    await using testApp = await openSandboxApp()
    const { token, client } = await testApp.createFixture()
    const callAsUser = async () => (await testApp.call('GET', '/open/v1/users/me', { token })).status
    const callAsClient = async () => (await testApp.call('GET', '/open/v1/sessions/auth/client', { client })).status
    assert.deepEqual([await callAsUser(), await callAsClient()], [200, 200])
    await testApp.sandbox('POST', '/reset')
    assert.deepEqual([await callAsUser(), await callAsClient()], [401, 401])
  })

  test('ends every broadcast', async () => {
    await using testApp = await openSandboxApp()
    const { channelId } = await testApp.createFixture()
    await testApp.act('goLive', { channelId })
    await testApp.sandbox('POST', '/reset')
    const { client } = await testApp.createFixture()
    assert.deepEqual((await testApp.call('GET', '/open/v1/lives', { client })).body.content.data, [])
  })
})
