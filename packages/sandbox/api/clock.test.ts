import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSessionClient } from '../../../tests/support/session-client.ts'
import { createAuthorizationCode } from '../../../tests/support/auth-codes.ts'
import { openSandboxApp } from '../../../tests/support/sandbox-app.ts'

const start = '2026-07-18T14:32:12.000Z'

describe('listDeadlines', () => {
  test('returns the next end of tokens, secrets and campaigns, which the clock can be moved to', async () => {
    await using testApp = await openSandboxApp()
    const { token, client, channelName } = await testApp.createFixture()
    await testApp.deps.db.transaction((tx) =>
      tx
        .insertInto('campaign')
        .values({
          id: testApp.deps.random.uuid(),
          client_id: client.clientId,
          category_id: 'talk',
          title: 'Summer',
          starts_at: Date.parse('2026-07-20T00:00:00Z'),
          ends_at: Date.parse('2026-07-25T00:00:00Z'),
          created_at: testApp.clock.now(),
        })
        .execute(),
    )
    const deadlines = async () => {
      const { data } = await testApp.sandbox('GET', '/clock/deadlines')
      return (data as Record<string, string>[]).map(({ kind, date, name }) => [kind, date, name])
    }
    const name = `bot · ${channelName}`
    assert.deepEqual(await deadlines(), [
      ['ACCESS_TOKEN', '2026-07-19T14:32:12.000Z', name],
      ['CAMPAIGN_START', '2026-07-20T00:00:00.000Z', 'Summer'],
      ['CAMPAIGN_END', '2026-07-25T00:00:00.000Z', 'Summer'],
      ['REFRESH_TOKEN', '2026-08-17T14:32:12.000Z', name],
    ])
    // The lifetime of credentials does not follow a clock that is moved back: their dates move with it.
    await testApp.sandbox('POST', '/clock', { advanceSeconds: -3_600 })
    assert.deepEqual((await deadlines())[0], ['ACCESS_TOKEN', '2026-07-19T13:32:12.000Z', name])
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 86_400 })
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 401)
    assert.deepEqual(
      (await deadlines()).map(([kind]) => kind),
      ['CAMPAIGN_START', 'CAMPAIGN_END', 'REFRESH_TOKEN'],
    )
  })
})

describe('getClock, moveClock', () => {
  test('return the time, and move it forward and back', async () => {
    await using testApp = await openSandboxApp()
    const advanceClock = (advanceSeconds: number) => testApp.sandbox('POST', '/clock', { advanceSeconds })
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
