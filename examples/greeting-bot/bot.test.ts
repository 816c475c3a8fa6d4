import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openWorld } from '@onair/testing'
import { startBot } from './bot.js'

describe('the greeting bot', () => {
  test('greets a viewer', async () => {
    await using world = await openWorld()
    const { baseUrl, streamer, viewer } = world
    using _bot = await startBot({ baseUrl, token: (await streamer.grant()).accessToken })
    await viewer.chat(streamer, '!hello')
    const messages = await world.messages(streamer, { count: 2 })
    assert.deepEqual(
      messages.map(({ profile, content }) => [profile.nickname, content]),
      [
        [viewer.channelName, '!hello'],
        [streamer.channelName, `Hello, ${viewer.channelName}!`],
      ],
    )
  })

  test('does not read other messages, and is in a world of its own', async () => {
    await using world = await openWorld()
    const { baseUrl, streamer, viewer } = world
    using _bot = await startBot({ baseUrl, token: (await streamer.grant()).accessToken })
    await viewer.chat(streamer, 'hello')
    await viewer.chat(streamer, '!hello')
    const messages = await world.messages(streamer, { count: 3 })
    assert.deepEqual(
      messages.map(({ content }) => content),
      ['hello', '!hello', `Hello, ${viewer.channelName}!`],
    )
  })
})
