import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { openDropsTestApp } from '@onair/server/features/drops/test-helpers.ts'
import { restrictTemporarily } from '@onair/server/features/restrictions/restrict-temporarily.ts'
import { openSessionClient } from '../../../tests/support/clients/session-client.ts'
import { createAuthorizationCode } from '../../../tests/support/apps/auth-codes.ts'
import {
  addSandbox,
  openSandboxApp,
  openSandboxChannel,
  testSandbox,
  type SandboxApp,
} from '../../../tests/support/apps/sandbox-app.ts'
import { openWebhookReceiver } from '../../../tests/support/clients/webhook-receiver.ts'

const start = '2026-07-18T14:32:12.000Z'

describe('listDeadlines', () => {
  test('returns the next end of tokens, secrets and campaigns, which the clock can be moved to', async () => {
    await using testApp = await openSandboxApp()
    const { token, client, channelName } = await testApp.createFixture()
    await testApp.deps.db.transaction((tx) =>
      tx
        .insertInto('campaign')
        .values(campaignOf(client.clientId, '2026-07-20', '2026-07-25'))
        .execute(),
    )
    const deadlines = async () => {
      const { data } = await testApp.sandbox('GET', '/clock/deadlines')
      return (data as Record<string, string>[]).map(({ kind, date, name }) => [kind, date, name])
    }
    const name = `bot · ${channelName}`
    const appDeletion = ['APP_DELETION', '2026-10-16T14:32:22.000Z', 'bot']
    assert.deepEqual(await deadlines(), [
      ['ACCESS_TOKEN', '2026-07-19T14:32:12.000Z', name],
      ['CAMPAIGN_START', '2026-07-20T00:00:00.000Z', 'Summer'],
      ['CAMPAIGN_END', '2026-07-25T00:00:00.000Z', 'Summer'],
      ['REFRESH_TOKEN', '2026-08-17T14:32:12.000Z', name],
      appDeletion,
    ])
    // The lifetime of credentials does not follow a clock that is moved back: their dates move with it.
    await testApp.sandbox('POST', '/clock', { advanceSeconds: -3_600 })
    assert.deepEqual((await deadlines())[0], ['ACCESS_TOKEN', '2026-07-19T13:32:12.000Z', name])
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 86_400 })
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 401)
    assert.deepEqual(
      (await deadlines()).map(([kind]) => kind),
      ['CAMPAIGN_START', 'CAMPAIGN_END', 'REFRESH_TOKEN', 'APP_DELETION'],
    )
  })
})

const daySec = 86_400

/** The counts of a move that are not zero. */
async function move({ sandbox }: Pick<SandboxApp, 'sandbox'>, advanceSeconds: number) {
  const { done } = await sandbox('POST', '/clock', { advanceSeconds })
  return Object.fromEntries(Object.entries(done).filter(([, count]) => count !== 0))
}

/** A campaign from the start of a day to that of another. */
const campaignOf = (clientId: string, from: string, to: string) => ({
  id: randomUUID(),
  client_id: clientId,
  category_id: 'talk',
  title: 'Summer',
  starts_at: Date.parse(`${from}T00:00:00Z`),
  ends_at: Date.parse(`${to}T00:00:00Z`),
  created_at: Date.parse(start),
})

/** A game whose notifications go to a URL, by default to a sink. */
async function openSandboxWithReceiver(webhookUrl?: string) {
  const testApp = addSandbox(await openDropsTestApp({}, { openExtension: testSandbox() }))
  const { clientId } = await testApp.sandbox('POST', '/apps', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/callback',
    organizationId: 'company',
    webhookUrl: webhookUrl ?? `${testApp.url}/sandbox/v1/sinks/game`,
  })
  const { rewardIds } = await testApp.createCampaign(clientId)
  const statuses = async () => {
    const { requests } = await testApp.sandbox('GET', '/sinks/game')
    return requests.map(({ responseStatus }: { responseStatus: number }) => responseStatus)
  }
  const loadState = async () =>
    (await testApp.deps.db.read.selectFrom('webhook_delivery').select('state').executeTakeFirstOrThrow()).state
  return { ...testApp, claim: () => testApp.claimReward(rewardIds[0]), statuses, loadState }
}

describe('what becomes due by a move of the clock has happened when moveClock returns', () => {
  test('an application that was unused for 90 days is gone, with all that expired before', async () => {
    await using testApp = await openSandboxApp()
    const { client } = await testApp.createFixture()
    assert.deepEqual(await move(testApp, 91 * daySec), { ACCESS_TOKEN: 1, REFRESH_TOKEN: 1, APP_DELETION: 1 })
    const channels = await testApp.call('GET', '/open/v1/channels?channelIds=', { client })
    assert.equal(channels.body.message, 'INVALID_CLIENT')
    assert.deepEqual(await move(testApp, 91 * daySec), {})
  })

  test('more applications than one sweep takes are gone', async () => {
    await using testApp = await openSandboxApp()
    const app = { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback' }
    for (let at = 0; at < 101; at++) await testApp.act('createApp', app)
    assert.deepEqual(await move(testApp, 91 * daySec), { APP_DELETION: 101 })
    const left = await testApp.deps.db.read.selectFrom('active_app').select('client_id').execute()
    assert.deepEqual(left, [])
  })

  test('an application that was used right before the move is kept', async () => {
    await using testApp = await openSandboxApp()
    const { client, channelId } = await testApp.createFixture()
    const listChannels = () => testApp.call('GET', `/open/v1/channels?channelIds=${channelId}`, { client })
    await move(testApp, 89 * daySec)
    await listChannels()
    assert.deepEqual(await move(testApp, 2 * daySec), {})
    assert.equal((await listChannels()).status, 200)
  })

  test('the retries of notifications were sent, and their results are known', async () => {
    await using testApp = await openSandboxWithReceiver()
    await testApp.sandbox('PUT', '/sinks/game', { failFirst: 2 })
    await testApp.claim()
    // Not even the first attempt has to be waited for.
    assert.deepEqual(await move(testApp, 12), { WEBHOOK_RETRY: 1 })
    assert.deepEqual(await testApp.statuses(), [500, 500])
    assert.deepEqual(await move(testApp, 144), { WEBHOOK_RETRY: 1 })
    assert.deepEqual(await testApp.statuses(), [500, 500, 200])
    assert.equal(await testApp.loadState(), 'DELIVERED')
  })

  test('an attempt whose receiver has not answered is counted as unfinished, and goes on', async () => {
    await using receiver = await openWebhookReceiver()
    const answers: (() => void)[] = []
    receiver.replyWith((response) => void answers.push(() => response.end()))
    await using testApp = await openSandboxWithReceiver(receiver.url)
    await testApp.claim()
    const { unfinishedAttempts } = await testApp.sandbox('POST', '/clock', { advanceSeconds: 1 })
    assert.deepEqual([unfinishedAttempts, answers.length], [1, 1])
    for (const answer of answers) answer()
    assert.equal((await testApp.sandbox('POST', '/clock', { advanceSeconds: 1 })).unfinishedAttempts, 0)
    assert.equal(await testApp.loadState(), 'DELIVERED')
  })

  test('restrictions, subscriptions and campaigns have ended', async () => {
    await using testApp = await openSandboxChannel()
    const { channelId, deps } = testApp
    const person = await testApp.createPerson()
    await testApp.act('subscribe', { channelId, byChannelId: person })
    await restrictTemporarily({ channelId, targetChannelId: person, moderatorChannelId: channelId, seconds: 60 }, deps)
    await testApp.deps.db.transaction((tx) =>
      tx
        .insertInto('campaign')
        .values(campaignOf(testApp.client.clientId, '2026-07-20', '2026-07-25'))
        .execute(),
    )
    assert.deepEqual(await move(testApp, 60), { RESTRICTION_END: 1 })
    assert.equal((await testApp.sendChat(person)).status, 200)
    assert.deepEqual(await move(testApp, 30 * daySec), {
      ACCESS_TOKEN: 1,
      REFRESH_TOKEN: 1,
      SUBSCRIPTION_RENEWAL: 1,
      CAMPAIGN_START: 1,
      CAMPAIGN_END: 1,
    })
  })
})

describe('getClock, moveClock', () => {
  test('return the time, and move it forward and back', async () => {
    await using testApp = await openSandboxApp()
    const advanceClock = async (advanceSeconds: number) => {
      const { now, aheadSeconds } = await testApp.sandbox('POST', '/clock', { advanceSeconds })
      return { now, aheadSeconds }
    }
    assert.deepEqual(await testApp.sandbox('GET', '/clock'), { now: start, aheadSeconds: 0 })
    assert.deepEqual(await advanceClock(86_400), { now: '2026-07-19T14:32:12.000Z', aheadSeconds: 86_400 })
    assert.deepEqual(await advanceClock(-86_460), { now: '2026-07-18T14:31:12.000Z', aheadSeconds: -60 })
    assert.deepEqual(await testApp.sandbox('GET', '/clock'), { now: '2026-07-18T14:31:12.000Z', aheadSeconds: -60 })
  })

  test('apply each of ten concurrent moves', async () => {
    await using testApp = await openSandboxApp()
    await Promise.all(Array.from({ length: 10 }, () => testApp.sandbox('POST', '/clock', { advanceSeconds: 60 })))
    assert.deepEqual(await testApp.sandbox('GET', '/clock'), { now: '2026-07-18T14:42:12.000Z', aheadSeconds: 600 })
  })

  test('expire tokens, codes and session URLs', async () => {
    await using testApp = await openSandboxApp()
    const { token, client, channelId } = await testApp.createFixture()
    const { url } = (await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content
    const code = await createAuthorizationCode({ clientId: client.clientId, channelId }, testApp.deps)
    const me = async () => (await testApp.call('GET', '/open/v1/users/me', { token })).status

    await testApp.sandbox('POST', '/clock', { advanceSeconds: 60 })
    assert.deepEqual(await openSessionClient(url).readUntilClose(), [['error', 'auth fail']])
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 540 })
    const json = { grantType: 'authorization_code', ...client, code, state: 's' }
    assert.equal((await testApp.call('POST', '/auth/v1/token', { json })).body.message, 'INVALID_TOKEN')
    assert.equal(await me(), 200)
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 85_799 })
    assert.equal(await me(), 200)
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 1 })
    assert.equal(await me(), 401)
  })

  test('determine the dates of events', async () => {
    await using testApp = await openSandboxApp()
    const { channelId } = await testApp.createFixture()
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 3_600 })
    await testApp.sandbox('POST', '/actions/chat', { channelId, byChannelId: channelId, message: 'later' })
    const { message_time } = await testApp.deps.db.read.selectFrom('chat_message').selectAll().executeTakeFirstOrThrow()
    assert.equal(message_time, Date.parse(start) + 3_600_000)
  })

  test('return 400 beyond the range of dates', async () => {
    await using testApp = await openSandboxApp()
    const far = 315_360_000
    for (let jump = 0; jump < 5; jump++)
      await testApp.call('POST', '/sandbox/v1/clock', { json: { advanceSeconds: -far } })
    const { status, body } = await testApp.call('POST', '/sandbox/v1/clock', { json: { advanceSeconds: -far } })
    assert.equal(status, 400)
    assert.match(body.message ?? '', /\(advanceSeconds: /)
    assert.equal((await testApp.sandbox('GET', '/clock')).now.slice(0, 4), '1976')
  })

  for (const json of [
    {},
    { advanceSeconds: '60s' },
    { advanceSeconds: 1.5 },
    { advanceSeconds: 1e12 },
    { advanceSeconds: null },
  ])
    test(`return 400 and name the field for ${JSON.stringify(json)}`, async () => {
      await using testApp = await openSandboxApp()
      const { status, body } = await testApp.call('POST', '/sandbox/v1/clock', { json })
      assert.equal(status, 400)
      assert.match(body.message ?? '', /^잘못된 값을 입력했습니다\. \(advanceSeconds: .+\)$/)
      assert.deepEqual(await testApp.sandbox('GET', '/clock'), { now: start, aheadSeconds: 0 })
    })
})
