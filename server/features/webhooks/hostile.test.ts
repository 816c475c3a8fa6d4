import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { testAuthority } from '../../testing/certificates.ts'
import { openHostileReceivers } from '../../testing/hostile-receivers.ts'
import { insideHosts, insideNames } from '../../testing/inside-hosts.ts'
import { portOf } from '../../testing/port.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { openWebhooks, type Webhooks } from './testing.ts'

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

async function claimAt(scene: Webhooks, webhookUrl: string) {
  const { clientId } = await scene.play('POST', '/apps', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/',
    organizationId: 'company',
    webhookUrl,
  })
  const { rewardIds } = await scene.campaign(clientId)
  await scene.claim(rewardIds[0])
  return String(clientId)
}

test('of more than 25 hostile receivers each attempt ends in time and in bounds, none leads inside, and healthy ones get theirs meanwhile', async () => {
  await using canary = await openCanary()
  await using authority = await testAuthority()
  const certificate = await authority.certificateFor('DNS:localhost')
  await using scene = await openWebhooks()
  await using hostile = await openHostileReceivers(`http://127.0.0.1:${canary.port}/`, certificate)
  await using healthy = await openReceiver()
  assert.ok(hostile.receivers.length >= 25)
  const names = new Map<string, string>()
  for (const { name, url } of hostile.receivers) names.set(await claimAt(scene, url), name)
  await hostile.engaged(hostile.receivers.length)
  for (let count = 0; count < 5; count++) await claimAt(scene, healthy.url)
  await healthy.count(5)

  const taken = ['packs a bomb', 'pours a body without end', 'pours chunks without end']
  for (const [clientId, name] of names) if (taken.includes(name)) await scene.ended(1, clientId)
  scene.clock.advance(5_000)
  for (const clientId of names.keys()) await scene.ended(1, clientId)
  const attempts = await scene.world.db.read
    .selectFrom('webhook_attempt')
    .innerJoin('webhook_delivery', 'webhook_delivery.id', 'webhook_attempt.delivery_id')
    .selectAll('webhook_attempt')
    .select(['client_id', 'state'])
    .execute()
  const delivered: string[] = []
  for (const { client_id, outcome, took_ms, answer_body, state } of attempts) {
    const name = names.get(client_id)
    if (name === undefined) continue
    assert.ok((took_ms ?? Infinity) <= 5_000, `${name} took ${took_ms} ms`)
    assert.ok((answer_body?.length ?? 0) <= 65_536, `${name} sent ${answer_body?.length} bytes`)
    assert.deepEqual([name, state], [name, outcome === 'DELIVERED' ? 'DELIVERED' : 'WAITING'])
    if (outcome === 'DELIVERED') delivered.push(name)
  }
  // They answered 200; what is more than anybody reads was left, and what was packed stayed so.
  assert.deepEqual(delivered.sort(), taken)
  assert.equal(canary.hits, 0)
})

test('no notification reaches the inside, in whatever spelling the URL leads there, or name', async () => {
  await using canary = await openCanary()
  const out = { allowAnyPort: true, resolve: async (host: string) => insideNames[host] ?? ['127.0.0.1', '::1'] }
  await using scene = await openWebhooks({ webhookUrl: 'https://receiver.example/' }, { out })
  const hosts = [...insideHosts, ...Object.keys(insideNames)]
  assert.ok(hosts.length > 80)
  const ask = await scene.console()
  let refused = 0
  for (const [at, host] of hosts.entries()) {
    const url = `https://${host}:${canary.port}/`
    const { status } = await ask('PUT', '/webhook', { url })
    if (status === 400) refused += 1
    // A URL that was good when it was set may lead inside later.
    await scene.world.db.change((tx) =>
      tx
        .updateTable('webhook_subscription')
        .set({ url, status: 'ENABLED', failing_since: null })
        .where('client_id', '=', scene.client.clientId)
        .execute(),
    )
    await scene.claim()
    await scene.ended(at + 1)
    const reason = (await scene.attempts()).at(-1)?.reason
    assert.match(String(reason), /^refused address: /, host)
  }
  assert.ok(refused > 70, String(refused))
  assert.equal(canary.hits, 0)
})
