import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dummyPasswordHash, verifyPassword } from '@onair/server/features/accounts/password/password.ts'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'
import { readPages } from '../../../tests/support/clients/read-pages.ts'

describe('createPerson', () => {
  test('creates a channel, and generates a missing email address and password', async () => {
    await using testApp = await openSandboxApp()
    const { channelId, ...rest } = await testApp.sandbox('POST', '/people', {
      channelName: ' 하늘 ',
      email: ' Sky@Onair.Test',
      password: 'a good password',
    })
    assert.match(channelId, /^[0-9a-f]{32}$/)
    assert.deepEqual(rest, { channelName: '하늘', email: 'sky@onair.test', password: 'a good password' })
    const other = await testApp.sandbox('POST', '/people', { channelName: '하늘' })
    assert.deepEqual(Object.keys(other), ['channelId', 'channelName', 'email', 'password'])
    assert.notEqual(other.channelId, channelId)
  })

  test('returns the stored email address and password', async () => {
    await using testApp = await openSandboxApp()
    const decomposed = 'é@onair.test'.normalize('NFD')
    const { channelId, email, password } = await testApp.sandbox('POST', '/people', {
      channelName: 'a',
      email: decomposed,
    })
    const account = await testApp.deps.db.read
      .selectFrom('account')
      .selectAll()
      .where('channel_id', '=', channelId)
      .executeTakeFirstOrThrow()
    assert.equal(account.email, email)
    assert.equal(await verifyPassword(password, account.password_hash, testApp.deps.config), true)
  })

  test('stores the verified mark, the identity and the organization', async () => {
    await using testApp = await openSandboxApp()
    const { channelId } = await testApp.sandbox('POST', '/people', {
      channelName: 'a',
      verifiedMark: true,
      identityVerified: true,
      organizationId: 'org-1',
    })
    const row = await testApp.deps.db.read
      .selectFrom('account')
      .innerJoin('channel', 'channel.id', 'account.channel_id')
      .select(['verified_mark', 'identity_verified_at', 'organization_id'])
      .where('channel_id', '=', channelId)
      .executeTakeFirstOrThrow()
    assert.deepEqual(row, { verified_mark: true, identity_verified_at: testApp.clock.now(), organization_id: 'org-1' })
  })

  for (const [field, json] of [
    ['channelName', {}],
    ['channelName', { channelName: '' }],
    ['channelName', { channelName: '   ' }],
    ['channelName', { channelName: '\u200b' }],
    ['channelName', { channelName: 'a\nb' }],
    ['channelName', { channelName: 'a\0b' }],
    ['channelName', { channelName: 'x'.repeat(31) }],
    ['channelName', { channelName: 5 }],
    ['email', { channelName: 'a', email: 'no address' }],
    ['email', { channelName: 'a', email: '' }],
    ['email', { channelName: 'a', email: `${'x'.repeat(251)}@a.b` }],
    ['password', { channelName: 'a', password: 'short' }],
    ['password', { channelName: 'a', password: 'x'.repeat(201) }],
    ['password', { channelName: 'a', password: 5 }],
    ['verifiedMark', { channelName: 'a', verifiedMark: 'yes' }],
    ['organizationId', { channelName: 'a', organizationId: '' }],
  ] as const)
    test(`returns 400 and names ${field} for ${JSON.stringify(json).slice(0, 60)}`, async () => {
      await using testApp = await openSandboxApp()
      const { status, body } = await testApp.call('POST', '/sandbox/v1/people', { json })
      assert.equal(status, 400)
      assert.match(body.message ?? '', new RegExp(`^잘못된 값을 입력했습니다\\. \\(${field}: .+\\)$`))
    })

  test('gives an email address to exactly one of ten concurrent calls, in any spelling', async () => {
    await using testApp = await openSandboxApp()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        testApp.call('POST', '/sandbox/v1/people', {
          json: { channelName: `person ${at}`, email: at % 2 === 0 ? 'one@onair.test' : ' ONE@onair.test ' },
        }),
      ),
    )
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
    for (const { status, body } of responses)
      if (status !== 200) assert.match(body.message ?? '', /email: is already in use/)
    const { channels } = await testApp.deps.db.read
      .selectFrom('channel')
      .select(({ fn }) => fn.countAll<number>().as('channels'))
      .executeTakeFirstOrThrow()
    assert.equal(channels, 1)
  })
})

describe('createPeople', () => {
  test('creates people in the order of the names, who cannot sign in, without hashing a password', async () => {
    await using testApp = await openSandboxApp({ settings: { argonMemoryKiB: 4_000_000_000 } })
    const channelNames = Array.from({ length: 1_000 }, (_, at) => ` 시청자 ${at}`)
    const { data } = await testApp.sandbox('POST', '/people/batch', { channelNames })
    assert.deepEqual(
      data.map(({ channelName }: { channelName: string }) => channelName),
      channelNames.map((name) => name.trim()),
    )
    const accounts = await testApp.deps.db.read.selectFrom('account').select(['channel_id', 'password_hash']).execute()
    assert.deepEqual(
      new Set(accounts.map(({ channel_id }) => channel_id)),
      new Set(data.map(({ channelId }: { channelId: string }) => channelId)),
    )
    const dummyHash = dummyPasswordHash(testApp.deps.config)
    assert.ok(accounts.every(({ password_hash }) => password_hash === dummyHash))
  })

  test('returns 400, names the field and creates no person', async () => {
    await using testApp = await openSandboxApp()
    for (const [channelNames, field] of [
      [['a', 'b\nc'], 'channelNames[1]'],
      [['a', ''], 'channelNames[1]'],
      [[], 'channelNames'],
      [Array.from({ length: 1_001 }, () => 'a'), 'channelNames'],
    ] as const) {
      const { status, body } = await testApp.call('POST', '/sandbox/v1/people/batch', { json: { channelNames } })
      assert.equal(status, 400)
      assert.ok(body.message?.includes(`(${field}: `), body.message ?? '')
    }
    assert.deepEqual((await testApp.sandbox('GET', '/people')).data, [])
  })
})

describe('listPeople', () => {
  test('lists everyone, the latest first, or those whose name contains a text', async () => {
    await using testApp = await openSandboxApp()
    const channelIds: string[] = []
    for (const channelName of ['방송인', 'Viewer one', 'viewer two']) {
      channelIds.unshift((await testApp.sandbox('POST', '/people', { channelName })).channelId)
      testApp.clock.advance(1_000)
    }
    const listPeople = async (query = '') =>
      (await testApp.sandbox('GET', `/people${query}`)).data.map(({ channelId }: { channelId: string }) => channelId)
    assert.deepEqual(await listPeople(), channelIds)
    assert.deepEqual(await listPeople('?name=VIEWER'), channelIds.slice(0, 2))
    assert.deepEqual(await listPeople(`?name=${channelIds[2]}`), [channelIds[2]])
    assert.deepEqual(await listPeople('?name=%25'), [])
  })

  test('everyone is on one page, also people of the same time', async () => {
    await using testApp = await openSandboxApp()
    const { channelId } = await testApp.sandbox('POST', '/people', { channelName: 'earlier' })
    testApp.clock.advance(1_000)
    const batch = await testApp.sandbox('POST', '/people/batch', { channelNames: ['a1', 'a2', 'a3', 'a4'] })
    const batchIds: string[] = batch.data.map((person: { channelId: string }) => person.channelId)
    assert.deepEqual(await readPages(testApp, '/people?size=2', 'channelId'), [...batchIds.toSorted(), channelId])
    assert.equal((await testApp.call('GET', '/sandbox/v1/people?next=x')).status, 400)
  })
})
