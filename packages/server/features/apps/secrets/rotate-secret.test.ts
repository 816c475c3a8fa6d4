import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hasValidSignature } from '../../../../../tests/support/clients/webhook-receiver.ts'
import { openWebhooksTestApp, type WebhooksTestApp } from '../../webhooks/test-helpers.ts'

const hourMs = 3_600_000
const advanceBy = ({ clock }: WebhooksTestApp, ms: number) => clock.setSystemOffsetMs(clock.systemOffsetMs() + ms)

async function openRotationTestApp() {
  const testApp = await openWebhooksTestApp()
  const owner = await testApp.signInOwner()
  const { clientId, clientSecret: older } = testApp.client
  return {
    ...testApp,
    owner,
    older,
    rotate: (json: object = {}) => owner.call('POST', '/secret', json),
    isSecretAccepted: async (clientSecret: string) =>
      (await testApp.listClaims('', { clientId, clientSecret })).status === 200,
    async findSigningSecret(secrets: Record<string, string>) {
      await testApp.claimReward()
      const received = await testApp.receiver.next()
      return Object.keys(secrets).find((name) => hasValidSignature(received, secrets[name] ?? ''))
    },
  }
}

describe('rotating a client secret', () => {
  // Gap 106.
  test('both secrets are accepted during the overlap, and the older one signs webhooks until it expires', async () => {
    await using testApp = await openRotationTestApp()
    const { older } = testApp
    const { status, body } = await testApp.rotate()
    assert.equal(status, 200)
    assert.equal(body.content.olderEndsDate, '2026-07-19T14:32:12.000Z')
    const newer = body.content.clientSecret
    assert.notEqual(newer, older)
    advanceBy(testApp, 24 * hourMs - 1)
    assert.deepEqual([await testApp.isSecretAccepted(older), await testApp.isSecretAccepted(newer)], [true, true])
    assert.equal(await testApp.findSigningSecret({ older, newer }), 'older')
    advanceBy(testApp, 1)
    assert.deepEqual([await testApp.isSecretAccepted(older), await testApp.isSecretAccepted(newer)], [false, true])
    assert.equal(await testApp.findSigningSecret({ older, newer }), 'newer')
  })

  test('after the older secret is revoked the newer one signs webhooks', async () => {
    await using testApp = await openRotationTestApp()
    const { older } = testApp
    const newer = (await testApp.rotate()).body.content.clientSecret
    assert.equal(await testApp.isSecretAccepted(older), true)
    assert.equal((await testApp.owner.call('DELETE', '/secret/older')).status, 200)
    assert.equal(await testApp.isSecretAccepted(older), false)
    assert.equal(await testApp.findSigningSecret({ older, newer }), 'newer')
    assert.equal((await testApp.owner.call('DELETE', '/secret/older')).status, 404)
    const newest = (await testApp.rotate({ overlapHours: 0 })).body.content.clientSecret
    assert.equal(await testApp.isSecretAccepted(newer), false)
    assert.equal(await testApp.findSigningSecret({ newer, newest }), 'newest')
  })

  test('one of 10 concurrent rotations succeeds, so at most two secrets are valid', async () => {
    await using testApp = await openRotationTestApp()
    const responses = await Promise.all(Array.from({ length: 10 }, () => testApp.rotate()))
    const statuses = responses.map(({ status }) => status).sort((a, b) => a - b)
    assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 400)])
  })
})
