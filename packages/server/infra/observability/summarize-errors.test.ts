import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { memoryLog } from '../../../../tests/support/apps/memory-log.ts'
import { fakeClock } from '../../../../tests/support/fake-clock.ts'
import { summarizeErrors } from './summarize-errors.ts'

function openLog() {
  const clock = fakeClock()
  const memory = memoryLog()
  const { lines } = memory
  const log = summarizeErrors(memory, clock)
  return { clock, log, lines, countOf: () => lines.map(({ fields }) => ('repeated' in fields ? fields.repeated : 1)) }
}

const dbError = (n: number) => new Error(`statement ${n} failed`, { cause: new Error('connection reset') })

describe('repeated errors', () => {
  test('are written as one line per second with their number, after the first one with its stack', () => {
    const { clock, log, lines } = openLog()
    const first = dbError(0)
    log.error({ request: 'r0', error: first }, 'request.failed')
    for (let n = 1; n <= 10_000; n += 1) log.error({ request: `r${n}`, error: dbError(n) }, 'request.failed')
    assert.deepEqual(lines, [{ level: 'error', text: 'request.failed', fields: { request: 'r0', error: first } }])
    clock.advance(1_000)
    const fields = { error: 'Error: statement 10000 failed (Error: connection reset)', repeated: 10_000 }
    assert.deepEqual(lines.slice(1), [{ level: 'error', text: 'request.failed', fields }])

    log.error({ error: dbError(1) }, 'request.failed')
    clock.advance(1_000)
    assert.partialDeepStrictEqual(lines.at(-1), { fields: { repeated: 1 } })
    clock.advance(1_000)
    assert.equal(lines.length, 3)
    log.error({ error: first }, 'request.failed')
    assert.deepEqual(lines.at(-1)?.fields, { error: first })
  })

  test('of other kinds are written in full', () => {
    const { log, lines } = openLog()
    log.error({ error: dbError(1) }, 'request.failed')
    log.error({ error: dbError(1) }, 'sweep.failed')
    log.error({ error: new TypeError('x is undefined') }, 'request.failed')
    log.warn({ error: dbError(1) }, 'request.failed')
    log.warn({ clientId: 'a' }, 'webhook.disabled')
    log.warn({ clientId: 'b' }, 'webhook.disabled')
    for (const sessionKey of ['a', 'a']) log.info({ sessionKey }, 'session.connected')
    assert.equal(lines.length, 8)
  })

  test('that are equal lines without an error are counted too', () => {
    const { clock, log, countOf } = openLog()
    for (let n = 0; n < 100; n += 1) log.warn({ maxConnections: 4 }, 'connection.refused')
    clock.advance(1_000)
    assert.deepEqual(countOf(), [1, 99])
  })

  test('of any number of kinds take a bounded number of lines', () => {
    const { clock, log, countOf } = openLog()
    for (let n = 0; n < 5_000; n += 1)
      log.error({ error: 'x'.repeat(n % 190) + String.fromCharCode(97 + (n % 26)) }, 'a.b')
    assert.ok(countOf().length <= 201)
    clock.advance(1_000)
    assert.equal(
      countOf().reduce((sum, count) => Number(sum) + Number(count), 0),
      5_000,
    )
  })

  test('that are pending are written at the end', () => {
    const { log, countOf } = openLog()
    for (let n = 0; n < 3; n += 1) log.error({ error: dbError(n) }, 'request.failed')
    log[Symbol.dispose]()
    assert.deepEqual(countOf(), [1, 2])
  })
})
