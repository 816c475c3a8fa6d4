import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readConfig } from '@onair/server/config/config.ts'
import { openDropsTestApp } from '@onair/server/features/drops/test-helpers.ts'
import { addSandbox, testSandbox } from '../../../tests/support/apps/sandbox-app.ts'
import { openWebhookReceiver } from '../../../tests/support/clients/webhook-receiver.ts'

/** A private sandbox beside a container `bot`, whose name leads to the receivers of the test. */
async function openBesideContainer(trustedHosts: string[]) {
  const out = { allowLoopbackHttp: true, trustedHosts, resolve: async () => ['127.0.0.1'] }
  const testApp = addSandbox(await openDropsTestApp({}, { out, openExtension: testSandbox() }))
  const app = { name: 'game', redirectUri: 'http://127.0.0.1:9/callback', organizationId: 'company' }
  return {
    ...testApp,
    register: (webhookUrl: string) => testApp.call('POST', '/sandbox/v1/apps', { json: { ...app, webhookUrl } }),
  }
}

describe('receivers in neighbouring containers', () => {
  test('receive webhooks over http at any port when the operator names their host', async () => {
    await using receiver = await openWebhookReceiver()
    await using testApp = await openBesideContainer(['bot'])
    const { port } = new URL(receiver.url)
    const { body } = await testApp.register(`http://bot:${port}/hook`)
    const { rewardIds } = await testApp.createCampaign(body.content.clientId)
    await testApp.claimReward(rewardIds[0])
    assert.equal((await receiver.next()).headers.host, `bot:${port}`)
    assert.equal((await testApp.register('http://robot:3000/hook')).status, 400)
  })

  test('are refused with the setting that allows them', async () => {
    await using testApp = await openBesideContainer([])
    const { status, body } = await testApp.register('http://bot:3000/hook')
    assert.equal(status, 400)
    assert.match(body.message ?? '', /start the sandbox with ONAIR_WEBHOOK_HOSTS=bot\)$/)
  })

  test('cannot be named for a site or a public sandbox', () => {
    const hosts = { ONAIR_WEBHOOK_HOSTS: 'Bot, 10.0.0.7' }
    assert.deepEqual(readConfig(hosts).webhookHosts, ['bot', '10.0.0.7'])
    assert.throws(
      () => readConfig({ ...hosts, ONAIR_SANDBOX_PUBLIC: 'true' }),
      /ONAIR_WEBHOOK_HOSTS is for a private sandbox/,
    )
    assert.throws(() => readConfig({ ONAIR_WEBHOOK_HOSTS: 'http://bot' }), /must be names of hosts/)
  })
})
