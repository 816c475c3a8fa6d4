import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chatEvent } from '@onair/contract'
import { sql } from 'kysely'
import { Compile } from 'typebox/compile'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'
import { openTestChannel, statusAndMessage, type TestChannel } from '../../../../tests/support/apps/test-channel.ts'
import { sendMessage } from './send-message.ts'

async function openChatTestApp() {
  const testApp = await openTestApp()
  const { token } = await testApp.createFixture()
  return {
    ...testApp,
    send: (message: unknown) => testApp.call('POST', '/open/v1/chats/send', { token, json: { message } }),
  }
}
const loadLastMessage = async ({ deps }: Pick<TestApp, 'deps'>) =>
  (await deps.db.read.selectFrom('chat_message').select(['id', 'content']).execute()).at(-1)

const family = '👨‍👩‍👧‍👦'

const putSettings = (testChannel: TestChannel, json: object) =>
  testChannel.call('PUT', '/open/v1/chats/settings', { token: testChannel.token, json })

describe('sending a message', () => {
  // Gap 22, gap 26.
  test('stores the message unchanged and returns its id', async () => {
    await using chat = await openChatTestApp()
    const { status, body } = await chat.send('안녕하세요 👋🏽')
    assert.equal(status, 200)
    assert.match(body.content.messageId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.deepEqual(await loadLastMessage(chat), { id: body.content.messageId, content: '안녕하세요 👋🏽' })
  })

  for (const [name, message] of Object.entries({
    'a hundred letters': 'x'.repeat(100),
    'a hundred Korean syllables': '한'.repeat(100),
    'a hundred syllables in parts, three hundred code points': '한'.normalize('NFD').repeat(100),
    'a hundred emoji, two hundred units': '👋'.repeat(100),
    'fourteen families and two letters, a hundred code points': `${family.repeat(14)}ab`,
    'one letter': 'x',
    'a letter between spaces': ' x ',
  }))
    test(`accepts ${name} and stores the composed form`, async () => {
      await using chat = await openChatTestApp()
      assert.equal((await chat.send(message)).status, 200)
      assert.equal((await loadLastMessage(chat))?.content, message.normalize('NFC'))
    })

  for (const [name, message] of Object.entries({
    'a hundred and one letters': 'x'.repeat(101),
    'a hundred and one Korean syllables': '한'.repeat(101),
    'a hundred and one emoji': '👋'.repeat(101),
    'fifteen families, a hundred and five code points': family.repeat(15),
    'one letter with a hundred and one marks': `x${'\u0305'.repeat(101)}`,
    'two thousand and one units': 'x'.repeat(2_001),
    'sixty thousand marks': '\u0301'.repeat(30_000),
    nothing: '',
    'spaces alone': ' \t ',
    NUL: 'a\0b',
    'half an emoji': 'a\ud83d',
    'a number': 5,
    'a list': ['hi'],
    null: null,
  }))
    test(`rejects ${name}`, async () => {
      await using chat = await openChatTestApp()
      const { status, body } = await chat.send(message)
      assert.deepEqual([status, body], [400, { code: 400, message: '잘못된 값을 입력했습니다.' }])
      assert.equal(await loadLastMessage(chat), undefined)
    })
})

const sendTo = ({ deps, channelId }: TestChannel, message: string) =>
  sendMessage({ channelId, senderChannelId: channelId, message }, deps)

describe('messages sent at the same time', () => {
  test('share one statement, and each is committed and published in the order of arrival before its response', async () => {
    await using testChannel = await openTestChannel()
    const client = await testChannel.connectAndSubscribe('chat')
    const texts = Array.from({ length: 50 }, (_, n) => `message ${n}`)
    const sent = await Promise.all(texts.map((text) => sendTo(testChannel, text)))
    const rows = await testChannel.deps.db.read
      .selectFrom('chat_message')
      .select(['id', sql<string>`xmin::text`.as('transaction')])
      .execute()
    assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set(sent.map(({ messageId }) => messageId)))
    // The first is written at once, and the others wait for it.
    assert.equal(new Set(rows.map(({ transaction }) => transaction)).size, 2)
    const received = (await client.drain()).map(([, event]) => event.content)
    assert.deepEqual(received, texts)
  })

  test('one that the database refuses does not fail the others', async () => {
    await using testChannel = await openTestChannel()
    const { read } = testChannel.deps.db
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
      read,
    )
    await sql`create trigger refuse before insert on chat_message for each row when (new.content = 'bad')
      execute function refuse()`.execute(read)
    const results = await Promise.allSettled(
      ['first', 'good', 'bad', 'also good'].map((text) => sendTo(testChannel, text)),
    )
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    )
  })
})

describe('slow mode', () => {
  test('of fifty concurrent messages in slow mode exactly one is posted', async () => {
    await using testChannel = await openTestChannel()
    await putSettings(testChannel, { chatSlowModeSec: 3 })
    const who = await testChannel.createPerson()
    for (const round of [1, 2]) {
      const responses = await Promise.all(Array.from({ length: 50 }, () => testChannel.sendChat(who)))
      assert.equal(responses.filter(({ status }) => status === 200).length, 1, `round ${round}`)
      const refused = responses.filter(({ status }) => status !== 200).map(statusAndMessage)
      assert.deepEqual(new Set(refused.map(String)), new Set(['403,FORBIDDEN (slow mode: one message in 3 seconds)']))
      testChannel.clock.advance(3_000)
    }
    const written = await testChannel.deps.db.read.selectFrom('chat_message').selectAll().execute()
    assert.equal(written.length, 2)
  })

  test('messageTime never goes back on a socket when many people write at once', async () => {
    await using testChannel = await openTestChannel()
    const client = await testChannel.connectAndSubscribe('chat')
    const people = await Promise.all(Array.from({ length: 20 }, () => testChannel.createPerson()))
    const sendInTurn = async (person: string) => {
      for (let count = 0; count < 11; count++) {
        testChannel.clock.advance(1)
        await testChannel.sendChat(person)
        testChannel.clock.advance(1)
      }
    }
    await Promise.all(people.map(sendInTurn))
    const times = (await client.drain()).map(([, event]) => event.messageTime)
    assert.equal(times.length, 220)
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    )
    assert.ok(new Set(times).size > 10)
  })

  test('applies per viewer, and not to the streamer', async () => {
    await using testChannel = await openTestChannel()
    await putSettings(testChannel, { chatSlowModeSec: 300 })
    const [one, other] = [await testChannel.createPerson(), await testChannel.createPerson()]
    for (const [who, status] of [
      [one, 200],
      [other, 200],
      [one, 403],
      [testChannel.channelId, 200],
      [testChannel.channelId, 200],
    ] as const)
      assert.equal((await testChannel.sendChat(who)).status, status)
    testChannel.clock.advance(299_999)
    assert.equal((await testChannel.sendChat(one)).status, 403)
    testChannel.clock.advance(1)
    assert.equal((await testChannel.sendChat(one)).status, 200)
  })

  test('a message that is refused for another reason does not use the slow-mode slot', async () => {
    await using testChannel = await openTestChannel()
    await putSettings(testChannel, { chatSlowModeSec: 300, chatEmojiMode: true })
    const who = await testChannel.createPerson()
    assert.deepEqual(statusAndMessage(await testChannel.sendChat(who)), [
      403,
      'FORBIDDEN (only emoticons may be sent here)',
    ])
    assert.equal((await testChannel.sendChat(who, '{:smile:}')).status, 200)
  })
})

describe('chat settings', () => {
  // Gap 29.
  test('chat settings decide who can chat: followers, following period, subscribers, verified people, managers', async () => {
    await using testChannel = await openTestChannel()
    const people = {
      viewer: await testChannel.createPerson(),
      verified: await testChannel.createPerson({ identityVerified: true }),
      follower: await testChannel.createFollower(),
      subscriber: await testChannel.createSubscriber(),
      both: await testChannel.createSubscriber(await testChannel.createFollower()),
      chatManager: await testChannel.createManager('STREAMING_CHAT_MANAGER'),
      settlementManager: await testChannel.createManager('STREAMING_SETTLEMENT_MANAGER'),
    }
    const listAllowedSpeakers = async () => {
      const allowed = []
      for (const [role, personId] of Object.entries(people))
        if ((await testChannel.sendChat(personId)).status === 200) allowed.push(role)
      return allowed
    }
    await putSettings(testChannel, { chatAvailableCondition: 'REAL_NAME' })
    assert.deepEqual(await listAllowedSpeakers(), ['verified', 'chatManager'])
    await putSettings(testChannel, { chatAvailableCondition: 'NONE', chatAvailableGroup: 'FOLLOWER' })
    assert.deepEqual(await listAllowedSpeakers(), ['follower', 'both', 'chatManager'])
    await putSettings(testChannel, { minFollowerMinute: 5 })
    assert.deepEqual(await listAllowedSpeakers(), ['both', 'chatManager'])
    await putSettings(testChannel, { allowSubscriberInFollowerMode: false })
    assert.deepEqual(await listAllowedSpeakers(), ['chatManager'])
    testChannel.clock.advance(300_000)
    assert.deepEqual(await listAllowedSpeakers(), ['follower', 'both', 'chatManager'])
    await putSettings(testChannel, { chatAvailableGroup: 'SUBSCRIBER' })
    assert.deepEqual(await listAllowedSpeakers(), ['subscriber', 'both', 'chatManager'])
    await putSettings(testChannel, { chatAvailableGroup: 'MANAGER' })
    assert.deepEqual(await listAllowedSpeakers(), ['chatManager'])
  })

  test('chat settings do not apply to the streamer over the API', async () => {
    await using testChannel = await openTestChannel()
    await putSettings(testChannel, { chatAvailableGroup: 'SUBSCRIBER', chatEmojiMode: true, chatSlowModeSec: 300 })
    for (const message of ['하나', '둘']) {
      const json = { message }
      assert.equal(
        (await testChannel.call('POST', '/open/v1/chats/send', { token: testChannel.token, json })).status,
        200,
      )
    }
  })
})

describe('emoticons', () => {
  for (const wireProfile of ['documented', 'observed'])
    test(`a message with emoticons arrives as the contract defines, in the ${wireProfile} profile`, async () => {
      await using testChannel = await openTestChannel({ app: { wireProfile } })
      const client = await testChannel.connectAndSubscribe('chat')
      await testChannel.sendChat(await testChannel.createSubscriber(), '{:smile:} 안녕 {:nothing:}')
      const [name, payload] = await client.next()
      const event = wireProfile === 'observed' ? JSON.parse(payload) : payload
      assert.equal(name, 'CHAT')
      assert.deepEqual(Compile(chatEvent).Errors(event), [])
      assert.equal(event.content, '{:smile:} 안녕 {:nothing:}')
      assert.deepEqual(event.emojis, { smile: `${testChannel.url}/assets/emoticons/smile.png` })
    })
})
