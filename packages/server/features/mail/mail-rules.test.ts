import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextAttemptAt, usefulMs } from './mail-rules.ts'

/** The waits after each failed attempt, in minutes, until there is no further one. */
function waitsOf(kind: Parameters<typeof usefulMs>[0]): number[] {
  const waits: number[] = []
  for (let now = 0, attempts = 1; ; attempts++) {
    const next = nextAttemptAt({ attempts, expiresAt: usefulMs(kind) }, now)
    if (next === null) return waits
    waits.push((next - now) / 60_000)
    now = next
  }
}

describe('waits between the attempts of a mail', () => {
  test('grow, and end before a day is over', () => {
    assert.deepEqual(waitsOf('PASSWORD_CHANGED'), [1, 5, 15, 60, 180, 360, 720])
  })

  test('end before the link of the mail does', () => {
    assert.deepEqual(waitsOf('RESET_PASSWORD'), [1, 5, 15])
  })
})
