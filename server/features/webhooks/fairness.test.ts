import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openReceiver } from '../../testing/receiver.ts'
import { turns } from './turn-rules.ts'
import { openWebhooks, type Webhooks } from './testing.ts'

/** Lets so many notifications wait for the application, as so many claims would. */
async function letWait({ world, clock }: Webhooks, clientId: string, count: number) {
  await world.db.change((tx) =>
    sql`insert into webhook_delivery (id, client_id, event_type, event_data, created_at, next_attempt_at)
      select gen_random_uuid(), ${clientId}, 'drop_reward_claim', '{}', ${clock.now()}, ${clock.now() - 1_000}
      from generate_series(1, ${count})`.execute(tx),
  )
}

test('a receiver that never answers, with ten thousand waiting, holds up nobody: twenty others get theirs meanwhile', async () => {
  await using scene = await openWebhooks()
  await using healthy = await openReceiver()
  scene.receiver.answer(null)
  await letWait(scene, scene.client.clientId, 10_000)
  scene.clock.advance(1_000)
  await scene.receiver.count(turns.each)
  // Time stands still from here on, so the silent exchanges never end.
  for (let at = 0; at < 20; at++) {
    const { clientId } = await scene.play('POST', '/apps', {
      name: `healthy ${at}`,
      redirectUri: 'http://127.0.0.1:9/callback',
      organizationId: `org ${at}`,
      webhookUrl: healthy.url,
    })
    const { rewardIds } = await scene.campaign(clientId)
    for (let count = 0; count < 5; count++) await scene.claim(rewardIds[0])
  }
  await healthy.count(100)
  assert.equal(scene.receiver.received.length, turns.each)
})

test('an endpoint that fails is tried by few at a time, and by many again after a success', async () => {
  await using scene = await openWebhooks()
  scene.receiver.answer(500)
  await scene.claim()
  await scene.ended(1)
  scene.receiver.answer(null)
  await letWait(scene, scene.client.clientId, 100)
  await scene.looked()
  await scene.receiver.count(1 + turns.eachFailing)
  await scene.looked()
  assert.equal(scene.receiver.received.length, 1 + turns.eachFailing)

  scene.receiver.answer(200)
  scene.clock.advance(5_000)
  await scene.ended(101)
  scene.clock.advance(12_000)
  await scene.ended(102 + turns.eachFailing)
  assert.equal(scene.receiver.received.length, 102 + turns.eachFailing)
  assert.ok((await scene.deliveries()).every(({ state }) => state === 'DELIVERED'))
})

test('a thousand endpoints that are DISABLED, with something waiting for each, hide none that is not', async () => {
  await using scene = await openWebhooks()
  await scene.world.db.change((tx) =>
    sql`with made as (
        insert into app (client_id, name, redirect_uri, created_at)
        select '0-' || n, 'app', 'http://127.0.0.1:9/', 0 from generate_series(1, 1200) as n returning client_id
      ), heard as (
        insert into webhook_subscription (client_id, url, status, changed_at)
        select client_id, ${scene.receiver.url}, 'DISABLED', 0 from made returning client_id
      )
      insert into webhook_delivery (id, client_id, event_type, event_data, created_at, next_attempt_at)
      select gen_random_uuid(), client_id, 'drop_reward_claim', '{}', 0, 0 from heard`.execute(tx),
  )
  const claimId = await scene.claim()
  const { message } = JSON.parse((await scene.receiver.next()).body.toString())
  assert.equal(message.event.data.dropsClaimId, claimId)
  await scene.looked()
  assert.equal(scene.receiver.received.length, 1)
})
