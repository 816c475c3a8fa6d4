import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandboxGroups } from '@onair/contract/groups'
import type { Endpoint } from '@onair/contract'
import { acts, fieldsOf, actNames } from '../console/acts.ts'

test('every act of the sandbox is on the trigger pad, with every field', () => {
  const played = new Set<Endpoint>(Object.values(acts))
  const missing = Object.values<Record<string, Endpoint>>(sandboxGroups)
    .flatMap((group) => Object.values(group))
    .filter(({ path }) => path.startsWith('/sandbox/v1/acts/'))
    .filter((act) => !played.has(act))
  assert.deepEqual(missing, [])
  for (const act of actNames) assert.ok(fieldsOf(act).length > 0, act)
})
