import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { createTestAuthority } from '../support/programs/certificates.ts'
import { openHostileReceivers } from '../support/clients/hostile-receivers.ts'
import { internalHosts, internalNames } from '../support/inputs/internal-hosts.ts'
import { portOf } from '../support/programs/port.ts'
import { openWebhookReceiver } from '../support/clients/webhook-receiver.ts'
import { openWebhooksTestApp, type WebhooksTestApp } from '@onair/server/features/webhooks/test-helpers.ts'

/** Listens on both loopback addresses and counts connections. */
async function openInternalServer() {
  const servers = [createServer(), createServer()]
  const internalServer = { port: 0, connections: 0 }
  for (const [at, server] of servers.entries()) {
    server.on('connection', (socket) => {
      internalServer.connections += 1
      socket.destroy()
    })
    await once(server.listen(internalServer.port, at === 0 ? '127.0.0.1' : '::1'), 'listening')
    internalServer.port = portOf(server)
  }
  return Object.assign(internalServer, {
    async [Symbol.asyncDispose]() {
      for (const server of servers) await new Promise((resolve) => server.close(resolve))
    },
  })
}

async function createNotifiedApp(testApp: WebhooksTestApp, webhookUrl: string) {
  const { clientId } = await testApp.act('createApp', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/',
    organizationId: 'company',
    webhookUrl,
  })
  const { rewardIds } = await testApp.createCampaign(clientId)
  return { clientId, rewardId: rewardIds[0] }
}

describe('hostile receivers', () => {
  test('each attempt is bounded in time and size, reaches no internal address and delays no healthy receiver', async () => {
    await using internalServer = await openInternalServer()
    const authority = await createTestAuthority()
    const certificate = await authority.issueCertificate('localhost')
    await using testApp = await openWebhooksTestApp()
    await using hostile = await openHostileReceivers(`http://127.0.0.1:${internalServer.port}/`, certificate)
    await using healthy = await openWebhookReceiver()
    assert.ok(hostile.receivers.length >= 25)
    const receiverNames = new Map<string, string>()
    // All claims come after the creation: an attempt holds its lease for a few seconds of the database's clock.
    const hostileRewards: (string | undefined)[] = []
    const healthyRewards: (string | undefined)[] = []
    for (const { name, url } of hostile.receivers) {
      const { clientId, rewardId } = await createNotifiedApp(testApp, url)
      receiverNames.set(clientId, name)
      hostileRewards.push(rewardId)
    }
    for (let count = 0; count < 5; count++)
      healthyRewards.push((await createNotifiedApp(testApp, healthy.url)).rewardId)
    for (const rewardId of hostileRewards) await testApp.claimReward(rewardId)
    await hostile.waitForConnections(hostile.receivers.length)
    for (const rewardId of healthyRewards) await testApp.claimReward(rewardId)
    await healthy.waitForCount(5)

    // These respond with 200. The rest of an endless body is not read, and a compressed one is not expanded.
    const expectedDelivered = ['packs a bomb', 'pours a body without end', 'pours chunks without end']
    for (const [clientId, name] of receiverNames)
      if (expectedDelivered.includes(name)) await testApp.waitForAttempts(1, clientId)
    testApp.clock.advance(5_000)
    for (const clientId of receiverNames.keys()) await testApp.waitForAttempts(1, clientId)
    const attempts = await testApp.deps.db.read
      .selectFrom('webhook_attempt')
      .innerJoin('webhook_delivery', 'webhook_delivery.id', 'webhook_attempt.delivery_id')
      .selectAll('webhook_attempt')
      .select(['client_id', 'state'])
      .execute()
    const delivered: string[] = []
    for (const { client_id, outcome, took_ms, response_body, state } of attempts) {
      const name = receiverNames.get(client_id)
      if (name === undefined) continue
      assert.ok((took_ms ?? Infinity) <= 5_000, `${name} took ${took_ms} ms`)
      assert.ok((response_body?.length ?? 0) <= 65_536, `${name} sent ${response_body?.length} bytes`)
      assert.equal(state, outcome === 'DELIVERED' ? 'DELIVERED' : 'WAITING', name)
      if (outcome === 'DELIVERED') delivered.push(name)
    }
    assert.deepEqual(delivered.sort(), expectedDelivered)
    assert.equal(internalServer.connections, 0)
  })
})

describe('internal addresses', () => {
  test('no notification reaches an internal address, in any notation or by any host name', async () => {
    await using internalServer = await openInternalServer()
    const out = { allowAnyPort: true, resolve: async (host: string) => internalNames[host] ?? ['127.0.0.1', '::1'] }
    await using testApp = await openWebhooksTestApp({ webhookUrl: 'https://receiver.example/' }, { out })
    const hosts = [...internalHosts, ...Object.keys(internalNames)]
    assert.ok(hosts.length > 80)
    const owner = await testApp.signInOwner()
    let rejectedCount = 0
    for (const [at, host] of hosts.entries()) {
      const url = `https://${host}:${internalServer.port}/`
      const { status } = await owner.call('PUT', '/webhook', { url })
      if (status === 400) rejectedCount += 1
      // An accepted host name can resolve to an internal address later.
      await testApp.deps.db.transaction((tx) =>
        tx
          .updateTable('webhook_endpoint')
          .set({ url, status: 'ENABLED', failing_since: null })
          .where('client_id', '=', testApp.client.clientId)
          .execute(),
      )
      await testApp.claimReward()
      await testApp.waitForAttempts(at + 1)
      assert.equal((await testApp.loadAttempts()).at(-1)?.failure?.code, 'URL_NOT_ALLOWED', host)
    }
    assert.ok(rejectedCount > 70, String(rejectedCount))
    assert.equal(internalServer.connections, 0)
  })
})
