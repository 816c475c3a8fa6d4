import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleApi, openApi, sandboxApi } from './index.ts'
import { consoleGroups } from './console-groups.ts'
import { openGroups, sandboxGroups } from './groups.ts'

const listings: [groups: object, api: object][] = [
  [openGroups, openApi],
  [consoleGroups, consoleApi],
  [sandboxGroups, sandboxApi],
]

test('the documentation lists every group of each API', () => {
  for (const [groups, api] of listings) assert.deepEqual(new Set(Object.values(groups)), new Set(Object.values(api)))
})
