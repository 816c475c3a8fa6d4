import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropsScope, exampleCall, scopes, userScopes } from './index.ts'

const pathOf = (...chosen: string[]) => exampleCall(chosen)?.path ?? null

test('the example call needs no scope but those that there are', () => {
  assert.equal(pathOf(...userScopes), '/open/v1/users/me')
  assert.equal(pathOf(scopes.chatRead, scopes.liveSettingRead), '/open/v1/lives/setting')
  assert.equal(exampleCall([scopes.chatRead, scopes.chatWrite])?.json, '{"message":"Hello"}')
  for (const none of [[], [dropsScope], [scopes.chatRead, scopes.donationRead]]) assert.equal(pathOf(...none), null)
})
