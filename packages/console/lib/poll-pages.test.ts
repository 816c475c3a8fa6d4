import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pollPages, polledPages } from './poll-pages.ts'

const withPages = (count: number) => ({ state: { data: { pages: Array.from({ length: count }) } } })

describe('pollPages', () => {
  test('a list is polled up to a number of pages, and reloaded by nothing else beyond them', () => {
    const { refetchInterval, refetchOnWindowFocus, refetchOnReconnect } = pollPages(3_000)
    assert.equal(refetchInterval({ state: { data: undefined } }), 3_000)
    assert.equal(refetchInterval(withPages(polledPages)), 3_000)
    const long = withPages(polledPages + 1)
    assert.deepEqual(
      [refetchInterval(long), refetchOnWindowFocus(long), refetchOnReconnect(long)],
      [false, false, false],
    )
  })
})
