import assert from 'node:assert/strict'
import { setImmediate as tick } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { fakeClock } from '../../../tests/support/fake-clock.ts'
import { noMetrics, type Queue } from '../infra/observability/metrics.ts'
import { BatchWriter, type BatchWriterOptions } from './batch-writer.ts'

/** A writer of strings whose writes end when the test resolves or rejects them. */
function openWriter(options: Partial<BatchWriterOptions<string>> = {}) {
  const clock = fakeClock()
  const batches: string[][] = []
  const writes: PromiseWithResolvers<void>[] = []
  const errors: unknown[] = []
  const writer = new BatchWriter<string>({
    name: 'test',
    clock,
    metrics: noMetrics,
    maxRows: 3,
    write(batch) {
      batches.push(batch)
      writes.push(Promise.withResolvers<void>())
      return writes.at(-1)!.promise
    },
    onError(error, batch) {
      errors.push(error)
      return batch
    },
    ...options,
  })
  return { clock, batches, errors, writer, writes }
}

describe('BatchWriter', () => {
  test('writes a row immediately, and rows added during a write as the next batch', async () => {
    const { batches, writer, writes } = openWriter()
    writer.add('a')
    assert.deepEqual(batches, [['a']])
    writer.add('b')
    writer.add('c')
    assert.deepEqual(batches, [['a']])
    writes[0]?.resolve()
    await tick()
    assert.deepEqual(batches, [['a'], ['b', 'c']])
  })

  test('limits a batch by rows', async () => {
    const { batches, writer } = openWriter({ write: async (batch) => void batches.push(batch) })
    for (const row of 'abcdefgh') writer.add(row)
    await writer.flush()
    assert.deepEqual(batches, [['a'], ['b', 'c', 'd'], ['e', 'f', 'g'], ['h']])
  })

  test('limits a batch by bytes, and writes a row above the limit alone', async () => {
    const { batches, writer, writes } = openWriter({ maxBytes: 4, sizeOf: (row) => row.length })
    for (const row of ['a', 'bb', 'cc', 'dddddd', 'e']) writer.add(row)
    for (let index = 0; index < 4; index++) {
      writes[index]?.resolve()
      await tick()
    }
    assert.deepEqual(batches, [['a'], ['bb', 'cc'], ['dddddd'], ['e']])
  })

  test('with a delay the first row waits for others, until the delay ends or a batch is full', async () => {
    const { batches, clock, writer, writes } = openWriter({ delayMs: 250 })
    writer.add('a')
    clock.advance(249)
    writer.add('b')
    assert.deepEqual(batches, [])
    clock.advance(1)
    assert.deepEqual(batches, [['a', 'b']])
    writes[0]?.resolve()
    await tick()
    for (const row of 'cde') writer.add(row)
    assert.deepEqual(batches, [
      ['a', 'b'],
      ['c', 'd', 'e'],
    ])
  })

  test('keeps the rows that onError returns in front, until the next flush', async () => {
    const { batches, errors, writer, writes } = openWriter()
    writer.add('a')
    writer.add('b')
    writes[0]?.reject(new Error('database unavailable'))
    await tick()
    assert.deepEqual(errors, [new Error('database unavailable')])
    assert.equal(batches.length, 1)
    void writer.flush()
    assert.deepEqual(batches[1], ['a', 'b'])
  })

  test('with retryMs writes failed rows again after the pause', async () => {
    const { batches, clock, writer, writes } = openWriter({ retryMs: 500 })
    writer.add('a')
    writes[0]?.reject(new Error('database unavailable'))
    await tick()
    writer.add('b')
    clock.advance(499)
    await tick()
    assert.equal(batches.length, 1)
    clock.advance(1)
    await tick()
    assert.deepEqual(batches[1], ['a', 'b'])
  })

  test('drops the rows that onError does not return', async () => {
    const { batches, writer, writes } = openWriter({ onError: () => [] })
    writer.add('a')
    writes[0]?.reject(new Error('database unavailable'))
    await tick()
    writer.add('b')
    assert.deepEqual(batches, [['a'], ['b']])
  })

  test('dispose waits until all rows are written', async () => {
    const { batches, writer, writes } = openWriter({ delayMs: 250 })
    writer.add('a')
    let isDisposed = false
    const disposing = writer[Symbol.asyncDispose]().then(() => (isDisposed = true))
    await tick()
    assert.deepEqual(batches, [['a']])
    assert.equal(isDisposed, false)
    writes[0]?.resolve()
    await disposing
  })

  test('its queue is observed until it is disposed', async () => {
    const queues = new Set<Queue>()
    const observeQueue = (queue: Queue) => {
      queues.add(queue)
      return { [Symbol.dispose]: () => void queues.delete(queue) }
    }
    const { writer, writes } = openWriter({ metrics: { observeQueue } })
    writer.add('a')
    writer.add('b')
    assert.deepEqual(
      [...queues].map(({ name, pendingRows }) => [name, pendingRows]),
      [['test', 1]],
    )
    writes[0]?.resolve()
    await tick()
    writes[1]?.resolve()
    await writer[Symbol.asyncDispose]()
    assert.equal(queues.size, 0)
  })
})
