import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'

async function openTokenEndpoint() {
  const testApp = await openTestApp()
  const { client, refreshToken } = await testApp.createFixture()
  const post = (clientSecret: string, clientId = client.clientId) =>
    testApp.call('POST', '/auth/v1/token', {
      json: { grantType: 'refresh_token', clientId, clientSecret, refreshToken: 'none' },
    })
  return { ...testApp, client, refreshToken, post }
}

describe('wrong client secrets', () => {
  test('returns 429 with Retry-After after 100 wrong secrets in a minute', async () => {
    await using tokenEndpoint = await openTokenEndpoint()
    for (let guess = 1; guess <= 100; guess++)
      assert.equal((await tokenEndpoint.post(`guess ${guess}`)).body.message, 'INVALID_CLIENT')
    const { status, body, headers } = await tokenEndpoint.post('guess 101')
    assert.deepEqual([status, body], [429, { code: 429, message: 'TOO_MANY_REQUESTS' }])
    assert.equal(headers.get('retry-after'), '60')
  })

  test('a right secret is never refused, and does not end the limit of wrong ones', async () => {
    await using tokenEndpoint = await openTokenEndpoint()
    for (let guess = 1; guess <= 101; guess++) await tokenEndpoint.post(`guess ${guess}`)
    assert.equal((await tokenEndpoint.post(tokenEndpoint.client.clientSecret)).body.message, 'INVALID_TOKEN')
    const { client } = tokenEndpoint
    assert.equal((await tokenEndpoint.call('GET', '/open/v1/sessions/auth/client', { client })).status, 200)
    assert.equal((await tokenEndpoint.post('guess 102')).status, 429)
    tokenEndpoint.clock.advance(59_999)
    assert.equal((await tokenEndpoint.post('guess 103')).headers.get('retry-after'), '1')
    tokenEndpoint.clock.advance(1)
    assert.equal((await tokenEndpoint.post('guess 104')).body.message, 'INVALID_CLIENT')
  })

  test('wrong secrets for one application do not affect another', async () => {
    await using tokenEndpoint = await openTokenEndpoint()
    for (let guess = 1; guess <= 101; guess++) await tokenEndpoint.post(`guess ${guess}`, 'another')
    assert.equal((await tokenEndpoint.post('x', 'another')).status, 429)
    assert.equal((await tokenEndpoint.post(tokenEndpoint.client.clientSecret)).body.message, 'INVALID_TOKEN')
  })

  test('right secrets are not counted', async () => {
    await using tokenEndpoint = await openTokenEndpoint()
    for (let call = 1; call <= 101; call++)
      assert.equal((await tokenEndpoint.post(tokenEndpoint.client.clientSecret)).body.message, 'INVALID_TOKEN')
  })
})
