import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readConfig } from '../../config/config.ts'
import { fakeClock } from '../../../../tests/support/fake-clock.ts'
import { memoryCounters } from '../../infra/counters/memory-counters.ts'
import { startSignInAttempt } from './account-limits.ts'

/** The long form has 200,000. */
const madeUpEmails = Number(process.env['ATTACK_EMAILS'] ?? 5_000)
const config = readConfig({})
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

describe('sign-in attempts', () => {
  test('a network over its limit writes nothing, however many email addresses it makes up', async () => {
    await using counters = memoryCounters()
    const deps = { clock: fakeClock(), config, counters }
    for (let at = 0; at < 1_000; at++)
      await startSignInAttempt({ email: `${at}@example.com`, ip: '192.0.2.1', deviceId: null }, deps)
    assert.equal(counters.size, 1 + 100 + 100, 'the network, and 100 accounts on it and in total')
  })

  test(`${madeUpEmails} made-up email addresses from as many networks are counted in bounded memory`, async (context) => {
    await using counters = memoryCounters()
    const deps = { clock: fakeClock(), config, counters }
    collectGarbage()
    const bytesBefore = process.memoryUsage().heapUsed
    for (let at = 0; at < madeUpEmails; at++) {
      const ip = `2001:${(at >> 16).toString(16)}:${(at & 0xffff).toString(16)}::1`
      await startSignInAttempt({ email: `${at}@example.com`, ip, deviceId: null }, deps)
    }
    const [accounts, networks] = [1, 3].map((keys) => Math.min(keys * madeUpEmails, 30_000)) as [number, number]
    assert.equal(counters.size, accounts + 2 * networks, 'accounts, networks, accounts on a network')
    collectGarbage()
    const megabytes = (process.memoryUsage().heapUsed - bytesBefore) / 2 ** 20
    context.diagnostic(`${megabytes.toFixed(1)} MB`)
    assert.ok(megabytes <= 25, `${megabytes.toFixed(1)} MB`)
  })
})
