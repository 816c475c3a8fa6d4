import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeClock } from '../../../tests/support/fake-clock.ts'
import { sendRequest } from '../../../tests/support/clients/send-request.ts'
import { openTestApp } from '../../../tests/support/apps/test-app.ts'
import { Drain } from './drain.ts'

/** A drain that has started, and whether its proxies know. */
function startDrain({ lastProbeMs }: { lastProbeMs: number | null }) {
  const clock = fakeClock()
  const drain = new Drain(clock)
  if (lastProbeMs !== null) {
    assert.equal(drain.probe(), true)
    clock.advance(lastProbeMs)
  }
  let isKnown = false
  const known = drain.start().then(() => (isKnown = true))
  const settled = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return isKnown
  }
  return { clock, drain, known, settled }
}

describe('a drain', () => {
  for (const lastProbeMs of [null, 10_001])
    test(`does not wait for proxies whose last probe was ${lastProbeMs ?? 'never'} ms ago`, async () => {
      const { drain, known } = startDrain({ lastProbeMs })
      await known
      assert.equal(drain.probe(), false)
    })

  test('refuses probes after 2 s, and ends at the first one after 4 s, when each proxy was refused', async () => {
    const { clock, drain, known, settled } = startDrain({ lastProbeMs: 1_000 })
    for (const [waitMs, answer] of [
      [1_999, true],
      [1, false],
      [1_999, false],
    ] as const) {
      clock.advance(waitMs)
      assert.equal(drain.probe(), answer)
      assert.equal(await settled(), false)
    }
    clock.advance(1)
    assert.equal(drain.probe(), false)
    await known
  })

  test('ends after 7 s when the proxy does not probe again', async () => {
    const { clock, known, settled } = startDrain({ lastProbeMs: 1_000 })
    clock.advance(6_999)
    assert.equal(await settled(), false)
    clock.advance(1)
    await known
  })
})

test('/healthz answers a proxy that probes by an address of the machine, at which nothing else answers', async () => {
  await using testApp = await openTestApp()
  const get = (path: string) =>
    sendRequest(`${testApp.url}${path}`, { method: 'GET', headers: { host: '10.0.0.1:4750' } })
  const { status, text } = await get('/healthz')
  assert.deepEqual([status, text], [200, 'ok\n'])
  assert.equal((await get('/sign-in')).status, 421)
})
