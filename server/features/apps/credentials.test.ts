import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openScene } from '../../testing/scene.ts'

async function openDoor() {
  const scene = await openScene()
  const { client, refreshToken } = await scene.cast()
  const post = (clientSecret: string, clientId = client.clientId) =>
    scene.call('POST', '/auth/v1/token', {
      json: { grantType: 'refresh_token', clientId, clientSecret, refreshToken: 'none' },
    })
  return { ...scene, client, refreshToken, post }
}

test('after twenty wrong secrets within a minute the caller has to wait, and is told how long', async () => {
  await using door = await openDoor()
  for (let guess = 1; guess <= 20; guess++)
    assert.equal((await door.post(`guess ${guess}`)).body.message, 'INVALID_CLIENT')
  const { status, body, headers } = await door.post('guess 21')
  assert.deepEqual([status, body], [429, { code: 429, message: 'TOO_MANY_REQUESTS' }])
  assert.equal(headers.get('retry-after'), '60')
  assert.equal((await door.post(door.client.clientSecret)).status, 429)
})

test('the wait ends with the minute that the first wrong secret began', async () => {
  await using door = await openDoor()
  for (let guess = 1; guess <= 20; guess++) await door.post(`guess ${guess}`)
  door.clock.advance(59_999)
  assert.equal((await door.post(door.client.clientSecret)).status, 429)
  door.clock.advance(1)
  assert.equal((await door.post(door.client.clientSecret)).body.message, 'INVALID_TOKEN')
})

test('wrong secrets for one application do not slow another', async () => {
  await using door = await openDoor()
  for (let guess = 1; guess <= 21; guess++) await door.post(`guess ${guess}`, 'another')
  assert.equal((await door.post('x', 'another')).status, 429)
  assert.equal((await door.post(door.client.clientSecret)).body.message, 'INVALID_TOKEN')
})

test('right secrets are never counted', async () => {
  await using door = await openDoor()
  for (let call = 1; call <= 25; call++)
    assert.equal((await door.post(door.client.clientSecret)).body.message, 'INVALID_TOKEN')
})
