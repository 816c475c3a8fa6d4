import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'
import { rotateStreamKey, getStreamKey } from './stream-key.ts'

type IngestInput = { json?: unknown; form?: Record<string, string>; query?: string; headers?: Record<string, string> }

describe('stream keys', () => {
  test('a stream key has 32 characters, is stable and unique per channel', async () => {
    await using testApp = await openTestApp()
    const [one, other] = [await testApp.createFixture(), await testApp.createFixture()]
    const key = await loadStreamKey(testApp, one.token)
    assert.match(key, /^[A-Za-z0-9_-]{32}$/)
    assert.equal(await loadStreamKey(testApp, one.token), key)
    assert.notEqual(await loadStreamKey(testApp, other.token), key)
  })

  test('concurrent first requests return the same stream key', async () => {
    await using testApp = await openTestApp()
    const { channelId } = await testApp.createFixture()
    const keys = await Promise.all(Array.from({ length: 20 }, () => getStreamKey(channelId, testApp.deps)))
    assert.equal(new Set(keys).size, 1)
  })

  test('the database does not contain stream keys in clear text', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const key = await loadStreamKey(testApp, token)
    const row = await testApp.deps.db.read.selectFrom('stream_key').selectAll().executeTakeFirstOrThrow()
    for (const value of [row.hash, row.sealed]) assert.ok(!value.includes(key))
  })

  test('rotating invalidates the old key and ends the live', async () => {
    await using testApp = await openTestApp()
    const { token, channelId } = await testApp.createFixture()
    const old = await loadStreamKey(testApp, token)
    assert.equal((await callIngest(testApp, 'publish', { json: { streamKey: old } })).status, 200)
    const key = await rotateStreamKey(channelId, testApp.deps)
    assert.notEqual(key, old)
    assert.equal(await loadStreamKey(testApp, token), key)
    assert.equal((await callIngest(testApp, 'publish', { json: { streamKey: old } })).status, 403)
    const { body } = await callIngest(testApp, 'unpublish', { json: { streamKey: key } })
    assert.deepEqual(body.content, { channelId, liveId: null })
  })

  test('the stream key requires its own scope', async () => {
    await using testApp = await openTestApp()
    const { client, channelId } = await testApp.createFixture()
    const grant = { clientId: client.clientId, channelId, scopes: ['방송 설정 조회'] }
    const { accessToken: token } = await testApp.act('createGrant', grant)
    assert.equal((await testApp.call('GET', '/open/v1/streams/key', { token })).status, 403)
  })
})

describe('ingest', () => {
  test('media servers start and end the live of a stream key in every request format', async () => {
    await using testApp = await openTestApp()
    const { token, channelId } = await testApp.createFixture()
    const key = await loadStreamKey(testApp, token)
    for (const given of [
      { json: { streamKey: key } },
      { form: { streamKey: key } },
      { query: `streamKey=${key}` },
      { form: { app: 'live', name: key, call: 'publish', addr: '10.0.0.1' } },
      { json: { user: '', password: '', ip: '10.0.0.1', action: 'publish', path: key, protocol: 'rtmp', id: null } },
      { json: { action: 'publish', path: `live/${key}` } },
    ]) {
      const { status, body } = await callIngest(testApp, 'publish', given)
      const { liveId } = body.content
      assert.deepEqual([status, body.content], [200, { channelId, liveId }], JSON.stringify(given))
      assert.deepEqual((await callIngest(testApp, 'publish', given)).body.content, { channelId, liveId })
      assert.deepEqual((await callIngest(testApp, 'unpublish', given)).body.content, { channelId, liveId })
      assert.deepEqual((await callIngest(testApp, 'unpublish', given)).body.content, { channelId, liveId: null })
    }
  })

  test('returns 403 for an unknown or missing key, another letter case and other actions', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const key = await loadStreamKey(testApp, token)
    const swapped = key.replace(/[a-z]/gi, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))
    for (const json of [
      {},
      { streamKey: '' },
      { streamKey: 'a'.repeat(32) },
      { streamKey: swapped },
      { streamKey: `${key} ` },
      { path: '' },
      { path: `${key}/live` },
      { action: 'read', path: key },
    ])
      for (const act of ['publish', 'unpublish'] as const) {
        const { status, body } = await callIngest(testApp, act, { json })
        assert.deepEqual([status, body], [403, { code: 403, message: 'FORBIDDEN' }], JSON.stringify(json))
      }
  })

  test('without ONAIR_INGEST_SECRET only loopback callers are accepted, in every notation', async () => {
    await using testApp = await openTestApp({ settings: { sandboxPublic: true, trustProxy: true } })
    const { token } = await testApp.createFixture()
    const json = { streamKey: await loadStreamKey(testApp, token) }
    const from = async (address: string) =>
      (await callIngest(testApp, 'publish', { json, headers: { 'x-forwarded-for': address } })).status
    assert.deepEqual(await Promise.all(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(from)), [200, 200, 200])
    assert.deepEqual(await Promise.all(['10.0.0.1', '8.8.8.8', '::ffff:10.0.0.1'].map(from)), [403, 403, 403])
  })

  test('with ONAIR_INGEST_SECRET only callers that send it are accepted', async () => {
    await using testApp = await openTestApp({
      settings: { ingestSecret: 'let me in', sandboxPublic: true, trustProxy: true },
    })
    const { token } = await testApp.createFixture()
    const streamKey = await loadStreamKey(testApp, token)
    const headers = { 'x-forwarded-for': '10.0.0.1' }
    const publishWithSecret = async (secret: string) =>
      (
        await callIngest(testApp, 'publish', {
          query: `secret=${encodeURIComponent(secret)}`,
          json: { streamKey },
          headers,
        })
      ).status
    assert.equal(await publishWithSecret('let me in'), 200)
    assert.equal(await publishWithSecret('let me out'), 403)
    assert.equal((await callIngest(testApp, 'publish', { json: { streamKey } })).status, 403)
  })
})

async function loadStreamKey(testApp: TestApp, token: string): Promise<string> {
  const { status, body } = await testApp.call('GET', '/open/v1/streams/key', { token })
  assert.equal(status, 200)
  return body.content.streamKey
}

function callIngest(testApp: TestApp, action: 'publish' | 'unpublish', { query = '', ...given }: IngestInput) {
  return testApp.call('POST', `/ingest/v1/${action}?${query}`, given)
}
