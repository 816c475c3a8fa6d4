import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forbidden, nobody, openStudio, refusalIn, wrongValue, type Studio } from '../../testing/studio.ts'

const path = '/open/v1/temporary-restrict-channels'
const done = { code: 200, message: null, content: null }

async function calls(studio: Studio) {
  const chatChannelId = await studio.chatChannelId()
  const ask =
    (method: string) =>
    (targetChannelId: string, { token = studio.token, chat = chatChannelId } = {}) =>
      studio.call(method, path, { token, json: { targetChannelId, chatChannelId: chat } })
  return { restrict: ask('POST'), release: ask('DELETE') }
}

test('keeps a viewer out of the chat for one minute of the platform clock, and hides what they said', async () => {
  await using studio = await openStudio()
  const { restrict } = await calls(studio)
  const [who, other] = [await studio.person(), await studio.person()]
  for (const speaker of [who, other]) await studio.said(speaker)
  assert.deepEqual((await restrict(who)).body, done)

  const shown = studio.world.db.read.selectFrom('chat_message').where('hidden_at', 'is', null)
  assert.deepEqual(await shown.select('sender_channel_id').execute(), [{ sender_channel_id: other }])
  await studio.play('POST', '/clock', { advanceSeconds: 59 })
  assert.deepEqual(refusalIn(await studio.say(who)), [403, 'FORBIDDEN (restricted in this chat for 1 more seconds)'])
  assert.equal((await studio.say(other)).status, 200)
  await studio.play('POST', '/clock', { advanceSeconds: 1 })
  assert.equal((await studio.say(who)).status, 200)
})

test('the time is a setting', async () => {
  await using studio = await openStudio({ settings: { temporaryRestrictionSec: 5 } })
  const { restrict } = await calls(studio)
  const who = await studio.person()
  await restrict(who)
  studio.clock.advance(4_999)
  assert.equal((await studio.say(who)).status, 403)
  studio.clock.advance(1)
  assert.equal((await studio.say(who)).status, 200)
})

test('ended early the viewer speaks again; what was hidden stays hidden', async () => {
  await using studio = await openStudio()
  const { restrict, release } = await calls(studio)
  const who = await studio.person()
  const { id } = await studio.said(who)
  await restrict(who)
  assert.deepEqual((await release(who)).body, done)
  assert.equal((await studio.say(who)).status, 200)
  const message = studio.world.db.read.selectFrom('chat_message').where('id', '=', id).select('hidden_by')
  assert.deepEqual(await message.executeTakeFirst(), { hidden_by: studio.channelId })
})

test('one that is there already, has ended or was never made is a wrong value', async () => {
  await using studio = await openStudio()
  const { restrict, release } = await calls(studio)
  const who = await studio.person()
  assert.deepEqual(refusalIn(await release(who)), wrongValue)
  await restrict(who)
  assert.deepEqual(refusalIn(await restrict(who)), wrongValue)
  studio.clock.advance(60_000)
  assert.deepEqual(refusalIn(await release(who)), wrongValue)
  assert.equal((await restrict(who)).status, 200)
})

test('an unknown user, the streamer, a manager and an unknown chat are wrong values', async () => {
  await using studio = await openStudio()
  const { restrict, release } = await calls(studio)
  const manager = await studio.manager('STREAMING_CHANNEL_MANAGER')
  for (const ask of [restrict, release]) {
    for (const target of [nobody, studio.channelId, manager, 'x'])
      assert.deepEqual(refusalIn(await ask(target)), wrongValue)
    for (const chat of ['000000', 'a', 'a\0bcde'])
      assert.deepEqual(refusalIn(await ask(await studio.person(), { chat })), wrongValue)
  }
})

test('channel and chat managers of that chat may act; settlement managers, other people and other scopes may not', async () => {
  await using studio = await openStudio()
  const { restrict, release } = await calls(studio)
  const who = await studio.person()
  for (const role of ['STREAMING_CHANNEL_MANAGER', 'STREAMING_CHAT_MANAGER'] as const) {
    const token = await studio.tokenOf(await studio.manager(role))
    assert.equal((await restrict(who, { token })).status, 200)
    assert.equal((await release(who, { token })).status, 200)
  }
  const settlement = await studio.tokenOf(await studio.manager('STREAMING_SETTLEMENT_MANAGER'))
  const viewer = await studio.tokenOf(await studio.person())
  const narrow = await studio.tokenOf(studio.channelId, ['활동제한 조회'])
  for (const token of [settlement, viewer, narrow])
    for (const ask of [restrict, release]) assert.deepEqual(refusalIn(await ask(who, { token })), forbidden)
})

test('made by twenty at once, exactly one has made it, also in place of one that ended', async () => {
  await using studio = await openStudio()
  const { restrict } = await calls(studio)
  const who = await studio.person()
  for (const round of [1, 2]) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => restrict(who)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, `round ${round}`)
    studio.clock.advance(60_000)
  }
})
