import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { connect, openSessionClient } from '../../../../tests/support/clients/session-client.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'
import { dropTopics, faultBus } from '../../../../tests/support/programs/fault-bus.ts'
import type { Bus } from '../../infra/bus/bus.ts'
import { unsealMail } from '../mail/sealed-mail.ts'
import { endAppSessions } from '../sessions/end-sessions.ts'
import { createIdleAppsSweep, restoreApp } from './idle-apps.ts'
import { registerApp } from './register-app.ts'
import { openUsageCounter } from './traffic/usage-counter.ts'

const dayMs = 86_400_000
/** The sweep allows this time for usage counts that a process has not written yet. */
const marginMs = 10_000

/** A test app without a worker: the test calls `sweep`. */
async function openIdleTestApp(mode: 'sandbox' | 'production' = 'sandbox', wrapBus: (bus: Bus) => Bus = (bus) => bus) {
  const testApp = await openTestApp({ settings: { mode, roles: ['api', 'gateway'] }, busAround: wrapBus })
  const sweep = createIdleAppsSweep(endAppSessions)
  return { ...testApp, sweep: () => sweep(testApp.deps) }
}

/** Moves the platform's time and not the uptime, as the sandbox and a wrong time server do. */
const advanceBy = ({ clock }: TestApp, ms: number) => clock.setSystemOffsetMs(clock.systemOffsetMs() + ms)

async function loadAppState({ deps }: TestApp, clientId: string) {
  const app = await deps.db.read
    .selectFrom('app')
    .select(['warned_at', 'deleted_at'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (app === undefined) return 'purged'
  return app.deleted_at !== null ? 'deleted' : app.warned_at !== null ? 'warned' : 'active'
}

describe('idle applications', () => {
  test('are warned after 83 days, deleted after 90 and purged after 97, to the millisecond', async () => {
    await using testApp = await openIdleTestApp()
    const { clientId } = (await testApp.createFixture()).client
    const sweepAfter = async (ms: number) => {
      advanceBy(testApp, ms)
      await testApp.sweep()
      return loadAppState(testApp, clientId)
    }
    assert.equal(await sweepAfter(83 * dayMs + marginMs - 1), 'active')
    assert.equal(await sweepAfter(1), 'warned')
    assert.equal(await sweepAfter(7 * dayMs - 1), 'warned')
    assert.equal(await sweepAfter(1), 'deleted')
    assert.equal(await sweepAfter(7 * dayMs - 1), 'deleted')
    assert.equal(await sweepAfter(1), 'purged')
  })

  test('the owner is mailed with the warning, once', async () => {
    await using testApp = await openIdleTestApp()
    const { channelId } = await testApp.act('createPerson', { channelName: '개발자' })
    const app = { ...appFields, name: 'forgotten bot', ownerChannelId: channelId }
    const { clientId } = await registerApp(app, testApp.deps)
    advanceBy(testApp, 83 * dayMs + marginMs)
    for (let sweeps = 0; sweeps < 2; sweeps++) await testApp.sweep()
    const mails = await testApp.deps.db.read.selectFrom('mail').selectAll().execute()
    assert.deepEqual(
      mails.map(({ kind, channel_id }) => [kind, channel_id]),
      [['APP_IDLE', channelId]],
    )
    const [mail] = mails
    const { subject, text, link } = unsealMail(mail?.id ?? '', mail?.sealed ?? assert.fail(), testApp.deps)
    assert.equal(subject, '[Onair] Your application will be deleted: forgotten bot')
    assert.ok(text.includes('in 7 days') && link === `${testApp.url}/console/apps/${clientId}`)
  })

  test('are not deleted within 7 days of the warning in production', async () => {
    await using testApp = await openIdleTestApp('production')
    const { clientId } = await registerApp(appFields, testApp.deps)
    const sweepAfter = async (ms: number) => {
      testApp.clock.advance(ms)
      await testApp.sweep()
      return loadAppState(testApp, clientId)
    }
    assert.equal(await sweepAfter(0), 'active')
    assert.equal(await sweepAfter(200 * dayMs), 'warned')
    assert.equal(await sweepAfter(7 * dayMs - 1), 'warned')
    assert.equal(await sweepAfter(1), 'deleted')
  })

  test('are deleted at once in the sandbox when its clock jumps over 90 days', async () => {
    await using testApp = await openIdleTestApp()
    const { clientId } = (await testApp.createFixture()).client
    advanceBy(testApp, 90 * dayMs + marginMs)
    await testApp.sweep()
    assert.equal(await loadAppState(testApp, clientId), 'deleted')
  })

  test('are kept for another 90 days by a use after the warning, and warned again', async () => {
    await using testApp = await openIdleTestApp('production')
    const { clientId } = await registerApp(appFields, testApp.deps)
    await testApp.sweep()
    testApp.clock.advance(85 * dayMs)
    await testApp.sweep()
    testApp.clock.advance(dayMs)
    await using usage = await openUsageCounter(testApp.deps)
    usage.record({ kind: 'client', clientId, scopes: [], wireProfile: 'documented' }, null, testApp.clock.now())
    await usage[Symbol.asyncDispose]()
    testApp.clock.advance(82 * dayMs)
    await testApp.sweep()
    testApp.clock.advance(8 * dayMs + marginMs)
    await testApp.sweep()
    assert.equal(await loadAppState(testApp, clientId), 'warned')
    testApp.clock.advance(7 * dayMs)
    await testApp.sweep()
    assert.equal(await loadAppState(testApp, clientId), 'deleted')
  })

  test('lose their credentials, tokens, subscriptions and sessions when deleted', async () => {
    await using testApp = await openIdleTestApp()
    const { client, channelId } = await testApp.createFixture()
    advanceBy(testApp, 90 * dayMs)
    await testApp.sweep()
    advanceBy(testApp, 7 * dayMs)
    // Consent does not count as a use.
    const { accessToken: token } = await testApp.act('createGrant', { clientId: client.clientId, channelId })
    const { url } = (await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content
    using session = await connect(url)
    const path = `/open/v1/sessions/events/subscribe/chat?sessionKey=${session.sessionKey}`
    assert.equal((await testApp.call('POST', path, { token })).status, 200)
    const data = { eventType: 'CHAT', channelId }
    assert.deepEqual(await session.next(), ['SYSTEM', { type: 'subscribed', data }])
    await testApp.sweep()

    assert.deepEqual(await session.readUntilClose(), [['SYSTEM', { type: 'revoked', data }]])
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).body.message, 'INVALID_TOKEN')
    assert.equal(
      (await testApp.call('GET', '/open/v1/sessions/auth/client', { client })).body.message,
      'INVALID_CLIENT',
    )
    const left = await testApp.deps.db.read.selectFrom('session_subscription').selectAll().execute()
    assert.deepEqual(left, [])
  })

  test('lose their sessions when deleted, even if the bus event is lost', async () => {
    const bus = faultBus()
    await using testApp = await openIdleTestApp('sandbox', bus.wrap)
    const { client } = await testApp.createFixture()
    advanceBy(testApp, 90 * dayMs)
    await testApp.sweep()
    const urls = [1, 2].map(async () => (await testApp.call('GET', '/open/v1/sessions/auth/client', { client })).body)
    const [connectedUrl, unusedUrl] = (await Promise.all(urls)).map(({ content }) => content.url as string)
    using session = await connect(connectedUrl ?? '')
    await testApp.deps.db.read.deleteFrom('app_usage').execute()
    advanceBy(testApp, 7 * dayMs)
    bus.setHandler(dropTopics(/^gateway/))
    await testApp.sweep()
    assert.equal(await loadAppState(testApp, client.clientId), 'deleted')
    advanceBy(testApp, -7 * dayMs)
    using late = openSessionClient(unusedUrl ?? '')
    assert.deepEqual(await late.readUntilClose(), [['error', 'auth fail']])
    testApp.clock.advance(2_000)
    assert.deepEqual(await session.readUntilClose(), [])
  })

  test('can be restored with credentials and tokens; the restore counts as a use', async () => {
    await using testApp = await openIdleTestApp()
    const { client, channelId } = await testApp.createFixture()
    advanceBy(testApp, 90 * dayMs + marginMs)
    const { accessToken: token } = await testApp.act('createGrant', { clientId: client.clientId, channelId })
    await testApp.sweep()
    assert.equal(await loadAppState(testApp, client.clientId), 'deleted')
    await restoreApp(client.clientId, testApp.deps)
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 200)
    advanceBy(testApp, 82 * dayMs)
    await testApp.sweep()
    assert.equal(await loadAppState(testApp, client.clientId), 'active')
    await assert.rejects(restoreApp(client.clientId, testApp.deps), /no deleted application/)
  })
})

const appFields = { name: 'bot', redirectUri: 'http://127.0.0.1:9/' }

describe('clock jumps', () => {
  test('a jump of 91 days in production warns and deletes nothing; only observed time counts', async () => {
    await using testApp = await openIdleTestApp('production')
    await testApp.sweep()
    testApp.clock.advance(30_000)
    const { clientId } = await registerApp(appFields, testApp.deps)
    testApp.clock.advance(30_000)
    advanceBy(testApp, 91 * dayMs)
    for (let minute = 0; minute < 3; minute++) {
      await testApp.sweep()
      testApp.clock.advance(60_000)
    }
    assert.equal(await loadAppState(testApp, clientId), 'active')
    for (const [observedMs, state] of [
      [82 * dayMs, 'active'],
      [dayMs + marginMs, 'warned'],
      [7 * dayMs, 'deleted'],
      [7 * dayMs, 'purged'],
    ] as const) {
      testApp.clock.advance(observedMs)
      await testApp.sweep()
      assert.equal(await loadAppState(testApp, clientId), state)
    }
  })

  test('a jump that is undone has no effect', async () => {
    await using testApp = await openIdleTestApp('production')
    const { clientId } = await registerApp(appFields, testApp.deps)
    await testApp.sweep()
    advanceBy(testApp, 91 * dayMs)
    await testApp.sweep()
    advanceBy(testApp, -91 * dayMs)
    await testApp.sweep()
    testApp.clock.advance(83 * dayMs + marginMs)
    await testApp.sweep()
    assert.equal(await loadAppState(testApp, clientId), 'warned')
  })

  test('at most one day without a worker counts', async () => {
    await using testApp = await openIdleTestApp('production')
    const { clientId } = await registerApp(appFields, testApp.deps)
    await testApp.sweep()
    testApp.clock.advance(100 * dayMs)
    const restarted = createIdleAppsSweep(endAppSessions)
    await restarted(testApp.deps)
    assert.equal(await loadAppState(testApp, clientId), 'active')
    testApp.clock.advance(82 * dayMs + marginMs)
    await restarted(testApp.deps)
    assert.equal(await loadAppState(testApp, clientId), 'warned')
  })
})
