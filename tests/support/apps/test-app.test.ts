import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openPollingClient } from '../clients/polling-client.ts'
import { openTestApp } from './test-app.ts'

describe('openTestApp', () => {
  test('is disposed although a client without a ticket has stopped polling', { timeout: 20_000 }, async () => {
    await using testApp = await openTestApp()
    const { handshakeResponse } = await openPollingClient(testApp.url, '')
    assert.equal(handshakeResponse.status, 200)
  })
})
