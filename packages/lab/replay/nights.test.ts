import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ActionLine } from './lines.ts'
import { generateNight, nights, nightSec } from './nights.ts'

describe('generated nights', () => {
  test('last three hours, are the same for the same seed, and have bursts, emoticons, raids, donations and subscriptions', () => {
    const first = [...generateNight('night-small', 1)]
    assert.deepEqual([...generateNight('night-small', 1)], first)
    assert.notDeepEqual([...generateNight('night-small', 2)], first)
    const lines = [...generateNight('night-busy', 1)].filter((line): line is ActionLine => line.kind === 'action')
    const times = lines.map(({ atMs }) => atMs)
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    )
    assert.equal(times.at(-1), nightSec * 1_000)
    const count = (action: string) => lines.filter((line) => line.action === action).length
    for (const action of ['chat', 'donate', 'subscribe', 'follow', 'goLive', 'goOffline'])
      assert.ok(count(action) > 0, action)
    const messages = lines.filter(({ action }) => action === 'chat')
    assert.ok(messages.some(({ input }) => /\{:\w+:\}/.test(String(input['message']))))
    assert.ok(messages.some(({ input }) => String(input['message']).includes('레이드')))
    const perTenSec = new Map<number, number>()
    for (const { atMs } of messages)
      perTenSec.set(Math.floor(atMs / 10_000), (perTenSec.get(Math.floor(atMs / 10_000)) ?? 0) + 1)
    const mean = messages.length / (nightSec / 10)
    assert.ok(Math.max(...perTenSec.values()) > 3 * mean, 'no burst')
    const messagesOf = new Map<unknown, number>()
    for (const { input } of messages)
      messagesOf.set(input['byChannelId'], (messagesOf.get(input['byChannelId']) ?? 0) + 1)
    const sorted = [...messagesOf.values()].toSorted((a, b) => b - a)
    const topTenth = sorted.slice(0, Math.ceil(sorted.length / 10)).reduce((sum, each) => sum + each, 0)
    assert.ok(topTenth > 0.3 * messages.length, 'activity is even')
    assert.deepEqual(
      Object.values(nights).map(({ viewers }) => viewers),
      [50, 2_000, 50_000],
    )
  })
})
