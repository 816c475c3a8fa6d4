import { sandboxApi } from '@onair/sdk'
import { openWorld, type World } from '@onair/testing'
import { expect, test, vi } from 'vitest'
import { Bot } from './bot.ts'

async function openBot(world: World) {
  const bot = new Bot({ baseUrl: world.baseUrl, ...world.app, tokens: await world.streamer.grant() })
  await bot.start()
  await vi.waitFor(() => expect(bot.status).toBe('listening'), 5_000)
  return bot
}

test('a refresh token that two programs use ends the access of both', async () => {
  await using world = await openWorld()
  const first = await openBot(world)
  const second = new Bot({ baseUrl: world.baseUrl, ...world.app, tokens: first.tokens })
  await first.refresh()
  await expect(second.refresh()).rejects.toThrow('INVALID_TOKEN')
  await expect(first.say('hello')).rejects.toThrow('INVALID_TOKEN')
  expect([first.status, second.status]).toEqual(['refused', 'refused'])
})

test('a person has three sessions', async () => {
  await using world = await openWorld()
  for (let count = 0; count < 3; count++) await openBot(world)
  await expect(openBot(world)).rejects.toThrow('no more than 3 sessions')
})

test('stops when the streamer withdraws consent', async () => {
  await using world = await openWorld()
  const bot = await openBot(world)
  const { clientId } = world.app
  await world.call(sandboxApi.grants.withdrawGrant, { parameters: { clientId, channelId: world.streamer.channelId } })
  await vi.waitFor(() => expect(bot.status).toBe('refused'), 5_000)
})

test('a session that does not read is dropped, and the bot goes on', async () => {
  await using world = await openWorld()
  const { streamer, viewer } = world
  await openBot(world)
  const sessionKey = await openSessionThatDoesNotRead(world)
  for (let round = 0; round < 10; round++)
    await Promise.all(Array.from({ length: 50 }, () => viewer.chat(streamer, '가'.repeat(100))))
  await vi.waitFor(async () => {
    const { details } = await world.why({ eventType: 'CHAT', channel: streamer }, { sessionKey })
    expect(details.failure?.code).toBe('SLOW_CONSUMER')
  }, 10_000)
  await viewer.chat(streamer, '!hello')
  const greeting = `Hello, ${viewer.channelName}!`
  await vi.waitFor(async () => expect((await world.messages(streamer)).at(-1)?.content).toBe(greeting), 10_000)
}, 60_000)

/** Connects by polling, subscribes to the chat, and never polls again. */
async function openSessionThatDoesNotRead({ streamer, baseUrl }: World) {
  const headers = { Authorization: `Bearer ${(await streamer.grant()).accessToken}` }
  const { content } = (await (await fetch(`${baseUrl}/open/v1/sessions/auth`, { headers })).json()) as any
  const { origin, search } = new URL(content.url)
  const address = `${origin}/socket.io/${search}&EIO=3&transport=polling&b64=1`
  const [, id] = /"sid":"([^"]+)"/.exec(await (await fetch(address)).text())!
  const [, key] = /"sessionKey":"([^"]+)"/.exec(await (await fetch(`${address}&sid=${id}`)).text())!
  await fetch(`${baseUrl}/open/v1/sessions/events/subscribe/chat?sessionKey=${key}`, { method: 'POST', headers })
  return key!
}
