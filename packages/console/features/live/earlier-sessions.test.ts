import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Target } from '../inspector/delivery-targets.ts'
import { withoutEarlierSessions } from './earlier-sessions.ts'

const session = (sessionKey: string, state: NonNullable<Target['state']>, app = 'bot'): Target => {
  return { label: sessionKey, app, appName: app, sessionKey, state }
}
const keysOf = (targets: readonly Target[]) => withoutEarlierSessions(targets).map(({ label }) => label)

test('sessions that were closed before the event are left out where their application had another one', () => {
  assert.deepEqual(keysOf([session('a', 'open'), session('b', 'closed'), session('c', 'closed')]), ['a'])
  // Each open session counts, and the latest closed one of an application that had none.
  assert.deepEqual(keysOf([session('a', 'open'), session('b', 'openThen')]), ['a', 'b'])
  assert.deepEqual(keysOf([session('a', 'closed'), session('b', 'closed')]), ['a'])
  assert.deepEqual(keysOf([session('a', 'open'), session('b', 'closed', 'other')]), ['a', 'b'])
  // One that came later explains nothing of the event.
  assert.deepEqual(keysOf([session('a', 'openedLater'), session('b', 'closed')]), ['a', 'b'])
})
