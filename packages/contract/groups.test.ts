import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleApi, openApi, sandboxApi, webhooks } from './index.ts'
import { consoleGroups } from './console-groups.ts'
import * as events from './events.ts'
import { openGroups, sandboxGroups } from './groups.ts'

const listings: [groups: object, api: object][] = [
  [openGroups, openApi],
  [consoleGroups, consoleApi],
  [sandboxGroups, sandboxApi],
]

test('the documentation lists every group of each API', () => {
  for (const [groups, api] of listings) assert.deepEqual(new Set(Object.values(groups)), new Set(Object.values(api)))
})

test('no text of the contract has a number of docs/gaps, which only its comments have', () => {
  const texts = JSON.stringify([openApi, consoleApi, sandboxApi, webhooks, events])
  assert.deepEqual(texts.match(/.{0,60}\bGap \d+/g), null)
})
