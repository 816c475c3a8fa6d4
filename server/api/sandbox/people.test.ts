import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyPassword } from '../../features/accounts/password.ts'
import { openTestApp } from '../../test/test-app.ts'

test('a person is made with a channel of their own, and an email address and password where none are given', async () => {
  await using testApp = await openTestApp()
  const { channelId, ...rest } = await testApp.sandbox('POST', '/people', {
    channelName: ' 하늘 ',
    email: ' Sky@Onair.Test',
    password: 'a good password',
  })
  assert.match(channelId, /^[0-9a-f]{32}$/)
  assert.deepEqual(rest, { channelName: '하늘', email: 'sky@onair.test', password: 'a good password' })
  const made = await testApp.sandbox('POST', '/people', { channelName: '하늘' })
  assert.deepEqual(Object.keys(made), ['channelId', 'channelName', 'email', 'password'])
  assert.notEqual(made.channelId, channelId)
})

test('the answer tells the email address and the password that are stored', async () => {
  await using testApp = await openTestApp()
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
  assert.equal(await verifyPassword(password, account.password_hash), true)
})

test('verification marks and identities are written down', async () => {
  await using testApp = await openTestApp()
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
  ['password', { channelName: 'a', password: null }],
  ['verifiedMark', { channelName: 'a', verifiedMark: 'yes' }],
  ['organizationId', { channelName: 'a', organizationId: '' }],
] as const)
  test(`a person with ${JSON.stringify(json).slice(0, 60)} is refused, naming ${field}`, async () => {
    await using testApp = await openTestApp()
    const { status, body } = await testApp.call('POST', '/sandbox/v1/people', { json })
    assert.equal(status, 400)
    assert.match(body.message ?? '', new RegExp(`^잘못된 값을 입력했습니다\\. \\(${field}: .+\\)$`))
  })

test('of ten people who take one email address at once exactly one gets it, however it is written', async () => {
  await using testApp = await openTestApp()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      testApp.call('POST', '/sandbox/v1/people', {
        json: { channelName: `person ${at}`, email: at % 2 === 0 ? 'one@onair.test' : ' ONE@onair.test ' },
      }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const { status, body } of answers) if (status !== 200) assert.match(body.message ?? '', /email: is taken/)
  const { channels } = await testApp.deps.db.read
    .selectFrom('channel')
    .select(({ fn }) => fn.countAll<number>().as('channels'))
    .executeTakeFirstOrThrow()
  assert.equal(channels, 1)
})

test('everybody is listed, who came last first, or those whose name holds a text', async () => {
  await using testApp = await openTestApp()
  const made: string[] = []
  for (const channelName of ['방송인', 'Viewer one', 'viewer two']) {
    made.unshift((await testApp.sandbox('POST', '/people', { channelName })).channelId)
    testApp.clock.advance(1_000)
  }
  const listPeople = async (query = '') =>
    (await testApp.sandbox('GET', `/people${query}`)).data.map(({ channelId }: { channelId: string }) => channelId)
  assert.deepEqual(await listPeople(), made)
  assert.deepEqual(await listPeople('?name=VIEWER'), made.slice(0, 2))
  assert.deepEqual(await listPeople(`?name=${made[2]}`), [made[2]])
  assert.deepEqual(await listPeople('?name=%25'), [])
})
