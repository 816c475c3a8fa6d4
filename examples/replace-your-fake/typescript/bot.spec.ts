import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Bot } from './bot.ts'
import { Fake } from './fake.ts'

let service: Fake
let bot: Bot

const listening = (sessions: number) =>
  vi.waitFor(() => expect([bot.status, bot.sessions]).toEqual(['listening', sessions]), 5_000)

beforeEach(async () => {
  service = await Fake.start()
  bot = new Bot({ baseUrl: service.baseUrl, ...service.app, tokens: service.tokens })
  await bot.start()
  await listening(1)
})
afterEach(async () => {
  bot.stop()
  await service.close()
})

test('greets a viewer', async () => {
  service.chat('민수', '!hello')
  expect(await service.sent()).toBe('Hello, 민수!')
})

test('refreshes an expired token', async () => {
  service.expireTokens()
  await bot.say('still here')
  expect(await service.sent()).toBe('still here')
})

test('comes back after a disconnect', async () => {
  service.disconnect()
  await listening(2)
  service.chat('민수', '!hello')
  expect(await service.sent()).toBe('Hello, 민수!')
})
