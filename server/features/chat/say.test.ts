import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatEvent } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { openStudio, refusalIn, type Studio } from '../../testing/studio.ts'

const set = (studio: Studio, json: object) =>
  studio.call('PUT', '/open/v1/chats/settings', { token: studio.token, json })

test('fifty messages of one viewer at once in slow mode: exactly one is said', async () => {
  await using studio = await openStudio()
  await set(studio, { chatSlowModeSec: 3 })
  const who = await studio.person()
  for (const round of [1, 2]) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => studio.say(who)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, `round ${round}`)
    const refused = answers.filter(({ status }) => status !== 200).map(refusalIn)
    assert.deepEqual(new Set(refused.map(String)), new Set(['403,FORBIDDEN (slow mode: one message in 3 seconds)']))
    studio.clock.advance(3_000)
  }
  const written = await studio.world.db.read.selectFrom('chat_message').selectAll().execute()
  assert.equal(written.length, 2)
})

test('slow mode counts for each viewer of their own, and not for the streamer', async () => {
  await using studio = await openStudio()
  await set(studio, { chatSlowModeSec: 300 })
  const [one, other] = [await studio.person(), await studio.person()]
  for (const [who, status] of [
    [one, 200],
    [other, 200],
    [one, 403],
    [studio.channelId, 200],
    [studio.channelId, 200],
  ] as const)
    assert.equal((await studio.say(who)).status, status)
  studio.clock.advance(299_999)
  assert.equal((await studio.say(one)).status, 403)
  studio.clock.advance(1)
  assert.equal((await studio.say(one)).status, 200)
})

test('a message that is refused for another reason takes no turn', async () => {
  await using studio = await openStudio()
  await set(studio, { chatSlowModeSec: 300, chatEmojiMode: true })
  const who = await studio.person()
  assert.deepEqual(refusalIn(await studio.say(who)), [403, 'FORBIDDEN (only emoticons may be sent here)'])
  assert.equal((await studio.say(who, '{:smile:}')).status, 200)
})

test('who may speak follows the settings: followers, their time, subscribers, verified people, managers', async () => {
  await using studio = await openStudio()
  const people = {
    viewer: await studio.person(),
    verified: await studio.person({ identityVerified: true }),
    follower: await studio.follower(),
    subscriber: await studio.subscriber(),
    both: await studio.subscriber(await studio.follower()),
    chatManager: await studio.manager('STREAMING_CHAT_MANAGER'),
    settlementManager: await studio.manager('STREAMING_SETTLEMENT_MANAGER'),
  }
  const speak = async () => {
    const spoke = []
    for (const [is, who] of Object.entries(people)) if ((await studio.say(who)).status === 200) spoke.push(is)
    return spoke
  }
  await set(studio, { chatAvailableCondition: 'REAL_NAME' })
  assert.deepEqual(await speak(), ['verified', 'chatManager'])
  await set(studio, { chatAvailableCondition: 'NONE', chatAvailableGroup: 'FOLLOWER' })
  assert.deepEqual(await speak(), ['follower', 'both', 'chatManager'])
  await set(studio, { minFollowerMinute: 5 })
  assert.deepEqual(await speak(), ['both', 'chatManager'])
  await set(studio, { allowSubscriberInFollowerMode: false })
  assert.deepEqual(await speak(), ['chatManager'])
  studio.clock.advance(300_000)
  assert.deepEqual(await speak(), ['follower', 'both', 'chatManager'])
  await set(studio, { chatAvailableGroup: 'SUBSCRIBER' })
  assert.deepEqual(await speak(), ['subscriber', 'both', 'chatManager'])
  await set(studio, { chatAvailableGroup: 'MANAGER' })
  assert.deepEqual(await speak(), ['chatManager'])
})

test('the streamer sends over the interface whatever the settings are', async () => {
  await using studio = await openStudio()
  await set(studio, { chatAvailableGroup: 'SUBSCRIBER', chatEmojiMode: true, chatSlowModeSec: 300 })
  for (const message of ['하나', '둘']) {
    const json = { message }
    assert.equal((await studio.call('POST', '/open/v1/chats/send', { token: studio.token, json })).status, 200)
  }
})

for (const wireProfile of ['documented', 'observed'])
  test(`a chat with emoticons is heard as the contract says, in the ${wireProfile} profile`, async () => {
    await using studio = await openStudio({ app: { wireProfile } })
    const guest = await studio.listen('chat')
    await studio.say(await studio.subscriber(), '{:smile:} 안녕 {:nothing:}')
    const [name, payload] = await guest.next()
    const event = wireProfile === 'observed' ? JSON.parse(payload) : payload
    assert.equal(name, 'CHAT')
    assert.deepEqual(Compile(chatEvent).Errors(event), [])
    assert.equal(event.content, '{:smile:} 안녕 {:nothing:}')
    assert.deepEqual(event.emojis, { smile: `${studio.url}/assets/emoticons/smile.png` })
  })
