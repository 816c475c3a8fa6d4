import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Costs } from '../support/apps/costs.ts'
import { openWorstFrames } from '../support/inputs/worst-frames.ts'

describe('the worst input of the allowed size', () => {
  test('of a socket, as a frame, a poll or a query, costs at most 50 ms', async (t) => {
    await using frames = await openWorstFrames()
    const costs = new Costs()
    for (const { name, open } of frames.inputs) await costs.measure(name, open)
    t.diagnostic(costs.summary())
    assert.deepEqual(costs.exceeded, [])
  })
})
