import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chatEvent } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { openTestChannel, statusAndMessage, type TestChannel } from '../../test/test-channel.ts'

const putSettings = (testChannel: TestChannel, json: object) =>
  testChannel.call('PUT', '/open/v1/chats/settings', { token: testChannel.token, json })

describe('slow mode', () => {
  test('of fifty concurrent messages in slow mode exactly one is posted', async () => {
    await using studio = await openTestChannel()
    await putSettings(studio, { chatSlowModeSec: 3 })
    const who = await studio.createPerson()
    for (const round of [1, 2]) {
      const responses = await Promise.all(Array.from({ length: 50 }, () => studio.sendChat(who)))
      assert.equal(responses.filter(({ status }) => status === 200).length, 1, `round ${round}`)
      const refused = responses.filter(({ status }) => status !== 200).map(statusAndMessage)
      assert.deepEqual(new Set(refused.map(String)), new Set(['403,FORBIDDEN (slow mode: one message in 3 seconds)']))
      studio.clock.advance(3_000)
    }
    const written = await studio.deps.db.read.selectFrom('chat_message').selectAll().execute()
    assert.equal(written.length, 2)
  })

  test('messageTime never goes back on a socket when many people write at once', async () => {
    await using studio = await openTestChannel()
    const client = await studio.connectAndSubscribe('chat')
    const people = await Promise.all(Array.from({ length: 20 }, () => studio.createPerson()))
    const messages = people.flatMap((person) =>
      Array.from({ length: 5 }, async () => {
        studio.clock.advance(1)
        await studio.sendChat(person)
        studio.clock.advance(1)
      }),
    )
    await Promise.all(messages)
    const times = (await client.drain()).map(([, event]) => event.messageTime)
    assert.equal(times.length, 100)
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    )
    assert.ok(new Set(times).size > 10)
  })

  test('applies per viewer, and not to the streamer', async () => {
    await using studio = await openTestChannel()
    await putSettings(studio, { chatSlowModeSec: 300 })
    const [one, other] = [await studio.createPerson(), await studio.createPerson()]
    for (const [who, status] of [
      [one, 200],
      [other, 200],
      [one, 403],
      [studio.channelId, 200],
      [studio.channelId, 200],
    ] as const)
      assert.equal((await studio.sendChat(who)).status, status)
    studio.clock.advance(299_999)
    assert.equal((await studio.sendChat(one)).status, 403)
    studio.clock.advance(1)
    assert.equal((await studio.sendChat(one)).status, 200)
  })

  test('a message that is refused for another reason does not use the slow-mode slot', async () => {
    await using studio = await openTestChannel()
    await putSettings(studio, { chatSlowModeSec: 300, chatEmojiMode: true })
    const who = await studio.createPerson()
    assert.deepEqual(statusAndMessage(await studio.sendChat(who)), [403, 'FORBIDDEN (only emoticons may be sent here)'])
    assert.equal((await studio.sendChat(who, '{:smile:}')).status, 200)
  })
})

describe('chat settings', () => {
  test('chat settings decide who can chat: followers, following period, subscribers, verified people, managers', async () => {
    await using studio = await openTestChannel()
    const people = {
      viewer: await studio.createPerson(),
      verified: await studio.createPerson({ identityVerified: true }),
      follower: await studio.createFollower(),
      subscriber: await studio.createSubscriber(),
      both: await studio.createSubscriber(await studio.createFollower()),
      chatManager: await studio.createManager('STREAMING_CHAT_MANAGER'),
      settlementManager: await studio.createManager('STREAMING_SETTLEMENT_MANAGER'),
    }
    const listAllowedSpeakers = async () => {
      const allowed = []
      for (const [role, personId] of Object.entries(people))
        if ((await studio.sendChat(personId)).status === 200) allowed.push(role)
      return allowed
    }
    await putSettings(studio, { chatAvailableCondition: 'REAL_NAME' })
    assert.deepEqual(await listAllowedSpeakers(), ['verified', 'chatManager'])
    await putSettings(studio, { chatAvailableCondition: 'NONE', chatAvailableGroup: 'FOLLOWER' })
    assert.deepEqual(await listAllowedSpeakers(), ['follower', 'both', 'chatManager'])
    await putSettings(studio, { minFollowerMinute: 5 })
    assert.deepEqual(await listAllowedSpeakers(), ['both', 'chatManager'])
    await putSettings(studio, { allowSubscriberInFollowerMode: false })
    assert.deepEqual(await listAllowedSpeakers(), ['chatManager'])
    studio.clock.advance(300_000)
    assert.deepEqual(await listAllowedSpeakers(), ['follower', 'both', 'chatManager'])
    await putSettings(studio, { chatAvailableGroup: 'SUBSCRIBER' })
    assert.deepEqual(await listAllowedSpeakers(), ['subscriber', 'both', 'chatManager'])
    await putSettings(studio, { chatAvailableGroup: 'MANAGER' })
    assert.deepEqual(await listAllowedSpeakers(), ['chatManager'])
  })

  test('chat settings do not apply to the streamer over the API', async () => {
    await using studio = await openTestChannel()
    await putSettings(studio, { chatAvailableGroup: 'SUBSCRIBER', chatEmojiMode: true, chatSlowModeSec: 300 })
    for (const message of ['하나', '둘']) {
      const json = { message }
      assert.equal((await studio.call('POST', '/open/v1/chats/send', { token: studio.token, json })).status, 200)
    }
  })
})

describe('emoticons', () => {
  for (const wireProfile of ['documented', 'observed'])
    test(`a message with emoticons arrives as the contract defines, in the ${wireProfile} profile`, async () => {
      await using studio = await openTestChannel({ app: { wireProfile } })
      const client = await studio.connectAndSubscribe('chat')
      await studio.sendChat(await studio.createSubscriber(), '{:smile:} 안녕 {:nothing:}')
      const [name, payload] = await client.next()
      const event = wireProfile === 'observed' ? JSON.parse(payload) : payload
      assert.equal(name, 'CHAT')
      assert.deepEqual(Compile(chatEvent).Errors(event), [])
      assert.equal(event.content, '{:smile:} 안녕 {:nothing:}')
      assert.deepEqual(event.emojis, { smile: `${studio.url}/assets/emoticons/smile.png` })
    })
})
