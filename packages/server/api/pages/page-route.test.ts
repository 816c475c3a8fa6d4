import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withReturnPath, sameOriginPath } from './page-route.ts'

describe('sameOriginPath', () => {
  for (const path of ['/', '/account-interlock?clientId=a&state=%ED%95%9C%26', '/sign-in?back=%2F'])
    test(`keeps ${path}`, () => {
      assert.equal(sameOriginPath(path), path)
      assert.equal(sameOriginPath(new URL(withReturnPath('/sign-in', path), 'http://x').searchParams.get('back')), path)
    })

  const elsewhere = [
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    'evil.example',
    ' /',
    '',
    '@evil.example',
    'http:/evil.example',
    '/\\/evil.example',
  ]
  for (const path of elsewhere)
    test(`replaces ${JSON.stringify(path)} by the home page`, () => assert.equal(sameOriginPath(path), '/'))
})
