import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { createTestAuthority } from '../../test/certificates.ts'
import { openHostileReceivers } from '../../test/hostile-receivers.ts'
import { internalHosts, internalNames } from '../../test/internal-hosts.ts'
import { portOf } from '../../test/port.ts'
import { openWebhookReceiver } from '../../test/webhook-receiver.ts'
import { openWebhooksTestApp, type WebhooksTestApp } from './test-helpers.ts'

/** Listens inside, at both loopback addresses, and counts who comes. */
async function openCanary() {
  const servers = [createServer(), createServer()]
  const canary = { port: 0, hits: 0 }
  for (const [at, server] of servers.entries()) {
    server.on('connection', (socket) => {
      canary.hits += 1
      socket.destroy()
    })
    await once(server.listen(canary.port, at === 0 ? '127.0.0.1' : '::1'), 'listening')
    canary.port = portOf(server)
  }
  return Object.assign(canary, {
    async [Symbol.asyncDispose]() {
      for (const server of servers) await new Promise((resolve) => server.close(resolve))
    },
  })
}

async function createClaimFor(testApp: WebhooksTestApp, webhookUrl: string) {
  const { clientId } = await testApp.sandbox('POST', '/apps', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/',
    organizationId: 'company',
    webhookUrl,
  })
  const { rewardIds } = await testApp.campaign(clientId)
  await testApp.claimReward(rewardIds[0])
  return String(clientId)
}

test('of more than 25 hostile receivers each attempt ends in time and in bounds, none leads inside, and healthy ones get theirs meanwhile', async () => {
  await using canary = await openCanary()
  const authority = await createTestAuthority()
  const certificate = await authority.issueCertificate('localhost')
  await using testApp = await openWebhooksTestApp()
  await using hostile = await openHostileReceivers(`http://127.0.0.1:${canary.port}/`, certificate)
  await using healthy = await openWebhookReceiver()
  assert.ok(hostile.receivers.length >= 25)
  const names = new Map<string, string>()
  for (const { name, url } of hostile.receivers) names.set(await createClaimFor(testApp, url), name)
  await hostile.waitForConnections(hostile.receivers.length)
  for (let count = 0; count < 5; count++) await createClaimFor(testApp, healthy.url)
  await healthy.waitForCount(5)

  const taken = ['packs a bomb', 'pours a body without end', 'pours chunks without end']
  for (const [clientId, name] of names) if (taken.includes(name)) await testApp.waitForAttempts(1, clientId)
  testApp.clock.advance(5_000)
  for (const clientId of names.keys()) await testApp.waitForAttempts(1, clientId)
  const attempts = await testApp.deps.db.read
    .selectFrom('webhook_attempt')
    .innerJoin('webhook_delivery', 'webhook_delivery.id', 'webhook_attempt.delivery_id')
    .selectAll('webhook_attempt')
    .select(['client_id', 'state'])
    .execute()
  const delivered: string[] = []
  for (const { client_id, outcome, took_ms, response_body, state } of attempts) {
    const name = names.get(client_id)
    if (name === undefined) continue
    assert.ok((took_ms ?? Infinity) <= 5_000, `${name} took ${took_ms} ms`)
    assert.ok((response_body?.length ?? 0) <= 65_536, `${name} sent ${response_body?.length} bytes`)
    assert.deepEqual([name, state], [name, outcome === 'DELIVERED' ? 'DELIVERED' : 'WAITING'])
    if (outcome === 'DELIVERED') delivered.push(name)
  }
  // They answered 200; what is more than anybody reads was left, and what was packed stayed so.
  assert.deepEqual(delivered.sort(), taken)
  assert.equal(canary.hits, 0)
})

test('no notification reaches the inside, in whatever spelling the URL leads there, or name', async () => {
  await using canary = await openCanary()
  const out = { allowAnyPort: true, resolve: async (host: string) => internalNames[host] ?? ['127.0.0.1', '::1'] }
  await using testApp = await openWebhooksTestApp({ webhookUrl: 'https://receiver.example/' }, { out })
  const hosts = [...internalHosts, ...Object.keys(internalNames)]
  assert.ok(hosts.length > 80)
  const ask = await testApp.signInOwner()
  let refused = 0
  for (const [at, host] of hosts.entries()) {
    const url = `https://${host}:${canary.port}/`
    const { status } = await ask('PUT', '/webhook', { url })
    if (status === 400) refused += 1
    // A URL that was good when it was set may lead inside later.
    await testApp.deps.db.transaction((tx) =>
      tx
        .updateTable('webhook_subscription')
        .set({ url, status: 'ENABLED', failing_since: null })
        .where('client_id', '=', testApp.client.clientId)
        .execute(),
    )
    await testApp.claimReward()
    await testApp.waitForAttempts(at + 1)
    assert.equal((await testApp.attempts()).at(-1)?.failure?.code, 'ADDRESS_BLOCKED', host)
  }
  assert.ok(refused > 70, String(refused))
  assert.equal(canary.hits, 0)
})
