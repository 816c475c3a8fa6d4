import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { eventually } from '../../../../tests/support/eventually.ts'
import { openWebhookReceiver } from '../../../../tests/support/clients/webhook-receiver.ts'
import { attemptLimits } from '../../features/webhooks/fairness-rules.ts'
import { openWebhooksTestApp, type WebhooksTestApp } from '../../features/webhooks/test-helpers.ts'

/** Inserts waiting deliveries of an application, as claims would. */
async function insertDeliveries({ deps, clock }: WebhooksTestApp, clientId: string, count: number) {
  await deps.db.transaction((tx) =>
    sql`insert into webhook_delivery (id, client_id, endpoint_id, event_type, event_data, created_at, next_attempt_at)
      select gen_random_uuid(), ${clientId}, ${clientId}, 'drop_reward_claim', '{}', ${clock.now()}, ${clock.now() - 1_000}
      from generate_series(1, ${count})`.execute(tx),
  )
}

describe('fairness between webhooks', () => {
  test('a receiver that never responds, with 10,000 waiting deliveries, does not delay twenty others', async () => {
    await using testApp = await openWebhooksTestApp()
    await using healthy = await openWebhookReceiver()
    testApp.receiver.replyWith(null)
    await insertDeliveries(testApp, testApp.client.clientId, 10_000)
    testApp.clock.advance(1_000)
    await testApp.receiver.waitForCount(attemptLimits.perWebhook)
    // The clock stops here, so the attempts without a response never time out.
    for (let n = 0; n < 20; n++) {
      const { clientId } = await testApp.act('createApp', {
        name: `healthy ${n}`,
        redirectUri: 'http://127.0.0.1:9/callback',
        organizationId: `org ${n}`,
        webhookUrl: healthy.url,
      })
      const { rewardIds } = await testApp.createCampaign(clientId)
      for (let count = 0; count < 5; count++) await testApp.claimReward(rewardIds[0])
    }
    await healthy.waitForCount(100)
    assert.equal(testApp.receiver.received.length, attemptLimits.perWebhook)
  })

  test('a failing webhook has few attempts in flight, and the usual number after a success', async () => {
    await using testApp = await openWebhooksTestApp()
    testApp.receiver.replyWith(500)
    await testApp.claimReward()
    await testApp.waitForAttempts(1)
    testApp.receiver.replyWith(null)
    await insertDeliveries(testApp, testApp.client.clientId, 100)
    await testApp.waitForPoll()
    await testApp.receiver.waitForCount(1 + attemptLimits.perFailingWebhook)
    await testApp.waitForPoll()
    assert.equal(testApp.receiver.received.length, 1 + attemptLimits.perFailingWebhook)

    testApp.receiver.replyWith(200)
    testApp.clock.advance(5_000)
    await testApp.waitForAttempts(101)
    testApp.clock.advance(12_000)
    await testApp.waitForAttempts(102 + attemptLimits.perFailingWebhook)
    assert.equal(testApp.receiver.received.length, 102 + attemptLimits.perFailingWebhook)
    assert.ok((await testApp.loadDeliveries()).every(({ state }) => state === 'DELIVERED'))
  })

  test('attempts that were started ahead of a receiver that stops to respond are withdrawn, and sent later', async () => {
    await using testApp = await openWebhooksTestApp()
    const { receiver, clock } = testApp
    const { perWebhook } = attemptLimits
    await insertDeliveries(testApp, testApp.client.clientId, 1_000)
    receiver.replyWith((response) => {
      if (receiver.received.length > 300) return
      response.end()
    })
    clock.advance(1_000)
    await receiver.waitForCount(300 + perWebhook)
    const countAttempts = async () => (await testApp.loadAttempts()).filter(({ outcome }) => outcome === null).length
    await testApp.waitForPoll()
    await eventually(async () => (await countAttempts()) > perWebhook)
    clock.advance(1_000)
    await eventually(async () => (await countAttempts()) === perWebhook)
    assert.equal(receiver.received.length, 300 + perWebhook)

    receiver.replyWith(200)
    clock.advance(4_000)
    await testApp.waitForAttempts(300 + perWebhook)
    await receiver.waitForCount(1_000)
    await testApp.waitForAttempts(1_000)
    const ids = receiver.received.map(({ headers }) => headers['svc-event-message-id'])
    assert.equal(new Set(ids).size, 1_000)
    assert.ok(receiver.received.every(({ headers }) => headers['svc-event-message-retry'] === undefined))
  })

  test('1,200 DISABLED webhooks with waiting deliveries do not block an ENABLED one', async () => {
    await using testApp = await openWebhooksTestApp()
    await testApp.deps.db.transaction((tx) =>
      sql`with new_app as (
        insert into app (client_id, name, redirect_uri, created_at)
        select '0-' || n, 'app', 'http://127.0.0.1:9/', 0 from generate_series(1, 1200) as n returning client_id
      ), new_webhook as (
        insert into webhook_endpoint (id, client_id, url, status, created_at, changed_at)
        select client_id, client_id, ${testApp.receiver.url}, 'DISABLED', 0, 0 from new_app returning client_id
      )
      insert into webhook_delivery (id, client_id, endpoint_id, event_type, event_data, created_at, next_attempt_at)
      select gen_random_uuid(), client_id, client_id, 'drop_reward_claim', '{}', 0, 0 from new_webhook`.execute(tx),
    )
    const claimId = await testApp.claimReward()
    const { message } = JSON.parse((await testApp.receiver.next()).body.toString())
    assert.equal(message.event.data.dropsClaimId, claimId)
    await testApp.waitForPoll()
    assert.equal(testApp.receiver.received.length, 1)
  })
})
