import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ActionLine } from './lines.ts'
import { playLines } from './play-lines.ts'
import { Player } from './player.ts'
import { Progress } from './progress.ts'

describe('the speed of a replay', () => {
  for (const [speed, times] of [
    [1, [0, 500, 60_000]],
    [20, [0, 25, 3_000]],
    [1_000, [0, 0.5, 60]],
    [Infinity, [0, 0, 0]],
  ] as const)
    test(`×${speed} plays each line when it is due`, async () => {
      let now = 5_000
      const played: number[] = []
      const player = new Player({
        baseUrl: '',
        channelId: 'a',
        clientId: '',
        clientSecret: '',
        people: [],
        createCaller: () => async () => void played.push(now - 5_000) as never,
      })
      const lines = [0, 500, 60_000].map((atMs): ActionLine => ({
        kind: 'action',
        atMs,
        action: 'goOffline',
        input: { channelId: 'main' },
      }))
      const count = await playLines(lines, player, {
        clock: { uptime: () => now },
        wait: async (ms) => void (now += ms),
        speed,
        maxInFlight: 1,
        fromMs: 0,
        toMs: Infinity,
        signal: new AbortController().signal,
        onProgress: () => {},
      })
      assert.equal(count, 3)
      assert.deepEqual(played, times)
    })

  test('progress is shown once a second', () => {
    let now = 0
    const counts = { done: 0, refused: 0, skipped: 0 }
    const progress = new Progress(counts, { uptime: () => now })
    now = 999
    assert.equal(progress.next(90_000), null)
    Object.assign(counts, { done: 50, refused: 1 })
    now = 1_000
    assert.equal(progress.next(4_830_000), '01:20:30  50 done, 1 refused, 0 skipped, 50 per second')
    now = 1_500
    assert.equal(progress.next(4_830_001), null)
  })
})
