import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { policyOf } from '../../policy.ts'
import { limits } from '@onair/contract'
import { sql } from 'kysely'
import { createIdleAppsSweep } from '../apps/idle-apps.ts'
import { hasValidSignature, type ReceivedRequest } from '../../../../tests/support/clients/webhook-receiver.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { sweepPartitions } from '../../worker/sweep-partitions.ts'
import { openDeliveryWorker } from '../../worker/webhooks/deliver.ts'
import { openWebhooksTestApp, type DeliveryPage, type WebhooksTestApp } from './test-helpers.ts'

const dayMs = 86_400_000
const idsOf = ({ data }: DeliveryPage) => data.map(({ deliveryId }) => deliveryId)
const advanceBy = ({ clock }: WebhooksTestApp, ms: number) => clock.setSystemOffsetMs(clock.systemOffsetMs() + ms)
const claimIdIn = ({ body }: ReceivedRequest) => JSON.parse(body.toString()).message.event.data.dropsClaimId

describe('the delivery log', () => {
  test('stores the request and response of each attempt byte for byte, and its failure', async () => {
    await using testApp = await openWebhooksTestApp()
    const owner = await testApp.signInOwner()
    const responseBody = Buffer.from([0xff, 0, 0x41, 0xed, 0x95, 0x9c])
    testApp.receiver.replyWith((response) => void response.writeHead(503, { 'x-why': 'busy' }).end(responseBody))
    await testApp.claimReward()
    const sent = await testApp.receiver.next()
    await testApp.waitForAttempts(1)
    const { data } = await owner.listDeliveries()
    const summary = {
      eventType: 'drop_reward_claim',
      state: 'WAITING',
      attempts: 1,
      createdDate: '2026-07-18T14:32:12.000Z',
      endedDate: null,
      resendOf: null,
    }
    const last = { outcome: 'FAILED', failure: { code: 'UNSUCCESSFUL_STATUS', params: { status: 503 } }, status: 503 }
    assert.partialDeepStrictEqual(data, [{ ...summary, last: { ...last, tookMs: 0 } }])

    const delivery = await owner.getDelivery(data[0]?.deliveryId ?? '')
    assert.partialDeepStrictEqual(delivery, summary)
    assert.equal(delivery.body?.base64, sent.body.toString('base64'))
    assert.equal(delivery.body?.text, sent.body.toString())
    const [attempt] = delivery.attemptsMade
    assert.partialDeepStrictEqual(attempt, {
      retryNo: 0,
      beganDate: '2026-07-18T14:32:12.000Z',
      endedDate: '2026-07-18T14:32:12.000Z',
      tookMs: 0,
      ...last,
      url: testApp.receiver.url,
    })
    for (const [name, value] of Object.entries(attempt?.headers ?? {}))
      assert.equal(sent.headers[name.toLowerCase()], value)
    assert.equal(attempt?.response?.headers['x-why'], 'busy')
    assert.deepEqual(Buffer.from(attempt?.response?.body.base64 ?? '', 'base64'), responseBody)
    assert.equal(attempt?.response?.truncated, false)
  })

  test('lists deliveries newest first in pages, filtered by state and start time', async () => {
    await using testApp = await openWebhooksTestApp()
    const owner = await testApp.signInOwner()
    for (let n = 0; n < 5; n++) {
      testApp.receiver.replyWith(n % 2 === 0 ? 200 : 410)
      await testApp.claimReward()
      await testApp.waitForAttempts(n + 1)
      testApp.clock.advance(1_000)
    }
    const ids = (await testApp.loadDeliveries()).map(({ id }) => id).toReversed()
    const read: string[] = []
    for (let next: string | null = ''; next !== null;) {
      const page: DeliveryPage = await owner.listDeliveries(`?size=2${next === '' ? '' : `&next=${next}`}`)
      read.push(...idsOf(page))
      next = page.page.next
    }
    assert.deepEqual(read, ids)
    assert.deepEqual(idsOf(await owner.listDeliveries('?state=EXHAUSTED')), [ids[1], ids[3]])
    assert.deepEqual(idsOf(await owner.listDeliveries('?since=2026-07-18T14:32:15.000Z')), [ids[0], ids[1]])
    for (const query of ['?since=yesterday', '?next=x', '?size=101', '?state=LOST'])
      assert.equal((await owner.call('GET', `/deliveries${query}`)).status, 400, query)
  })

  test('finds the deliveries of a message, a claim or a viewer, newest or oldest first', async () => {
    await using testApp = await openWebhooksTestApp()
    const owner = await testApp.signInOwner()
    testApp.receiver.replyWith(410)
    const { channelId } = await testApp.act('createPerson', { channelName: '찾는 viewer' })
    const claimId = await testApp.claimReward(testApp.sword, channelId)
    await testApp.claimReward()
    await testApp.waitForAttempts(2)
    const [searched = '', other = ''] = (await testApp.loadDeliveries()).map(({ id }) => id)
    const [{ deliveryId: resend } = assert.fail()] = await owner.resendDeliveries({ deliveryIds: [searched] })
    await testApp.waitForAttempts(3)
    const { claim } = await owner.getDelivery(searched)
    assert.deepEqual(claim, {
      channelId,
      channelName: '찾는 viewer',
      campaignId: testApp.campaignId,
      rewardName: '검',
    })
    assert.deepEqual((await owner.listDeliveries(`?search=${searched}`)).data[0]?.claim, claim)
    const find = async (query: string) => idsOf(await owner.listDeliveries(`?${query}`))
    assert.deepEqual(await find(`search=${claimId.toUpperCase()}`), [resend, searched])
    assert.deepEqual(await find(`search=${other}`), [other])
    assert.deepEqual(await find(`search=${channelId}`), [resend, searched])
    assert.deepEqual(await find(`search=${encodeURIComponent(' 찾는 V')}&sort=oldest`), [searched, resend])
    assert.deepEqual(await find(`search=${crypto.randomUUID()}`), [])
    assert.deepEqual(await find('search=EWE'), [resend, searched])
    assert.deepEqual(await find('search=unknown'), [])
    const first = await owner.listDeliveries('?sort=oldest&size=2')
    assert.deepEqual(idsOf(first), [searched, other])
    assert.deepEqual(await find(`sort=oldest&size=2&next=${first.page.next}`), [resend])
  })

  test('a search for a viewer reads a bounded number of deliveries for a page, and continues after them', async () => {
    await using testApp = await openWebhooksTestApp({}, { settings: { roles: ['api', 'gateway'] } })
    const owner = await testApp.signInOwner()
    const { channelId } = await testApp.act('createPerson', { channelName: 'searched' })
    await testApp.claimReward(testApp.sword, channelId)
    const [{ id } = assert.fail()] = await testApp.loadDeliveries()
    await sql`insert into webhook_delivery (id, client_id, endpoint_id, event_type, event_data, created_at, next_attempt_at)
      select gen_random_uuid(), client_id, endpoint_id, event_type, '{"channelId":"other"}', created_at, next_attempt_at
      from webhook_delivery, generate_series(1, ${limits.deliveriesPerScan}) where id = ${id}`.execute(
      testApp.deps.db.read,
    )
    const found = await owner.listDeliveries('?search=searched')
    assert.deepEqual(idsOf(found), [])
    const rest: DeliveryPage = await owner.listDeliveries(`?search=searched&next=${found.page.next}`)
    assert.deepEqual([idsOf(rest), rest.page.next], [[id], null])
  })
})

describe('getDeliveryStats', () => {
  test('counts the attempts of 24 hours by hour and result, and lists the last ones', async () => {
    await using testApp = await openWebhooksTestApp()
    const owner = await testApp.signInOwner()
    for (const [n, status] of [200, 410, 200].entries()) {
      testApp.receiver.replyWith(status)
      await testApp.claimReward()
      await testApp.waitForAttempts(n + 1)
      testApp.clock.advance(3_600_000)
    }
    const ids = (await testApp.loadDeliveries()).map(({ id }) => id)
    const stats = await eventually(async () => {
      testApp.clock.advance(1_000)
      const { content } = (await owner.call('GET', '/webhook/stats')).body
      const counted = content.steps.map((step: Record<string, number>) => step['delivered']! + step['failed']!)
      assert.equal(
        counted.reduce((sum: number, count: number) => sum + count, 0),
        3,
      )
      return content
    })
    assert.partialDeepStrictEqual(stats, { delivered: 2, failed: 1 })
    const hours = stats.steps.slice(-4).map((step: Record<string, unknown>) => [step['delivered'], step['failed']])
    assert.deepEqual(
      [stats.steps.length, hours],
      [
        24,
        [
          [1, 0],
          [0, 1],
          [1, 0],
          [0, 0],
        ],
      ],
    )
    const attempts = stats.attempts.map((attempt: Record<string, unknown>) => [
      attempt['deliveryId'],
      attempt['outcome'],
      attempt['status'],
      attempt['retryNo'],
    ])
    assert.deepEqual(attempts, [
      [ids[0], 'DELIVERED', 200, 0],
      [ids[1], 'REFUSED', 410, 0],
      [ids[2], 'DELIVERED', 200, 0],
    ])
  })
})

describe('getDeliveryStats right after an attempt', () => {
  test('counts the attempts that it lists', async () => {
    await using testApp = await openWebhooksTestApp()
    const owner = await testApp.signInOwner()
    for (const [n, status] of [200, 410].entries()) {
      testApp.receiver.replyWith(status)
      await testApp.claimReward()
      await testApp.waitForAttempts(n + 1)
    }
    const { content } = (await owner.call('GET', '/webhook/stats')).body
    assert.deepEqual([content.attempts.length, content.delivered, content.failed], [2, 1, 1])
  })
})

describe('sendDeliveryNow', () => {
  test('makes the next attempt without waiting, and refuses a notification that does not wait', async () => {
    await using testApp = await openWebhooksTestApp()
    const owner = await testApp.signInOwner()
    testApp.receiver.replyWith(503)
    await testApp.claimReward()
    await testApp.waitForAttempts(1)
    const deliveryId = (await testApp.loadDeliveries())[0]?.id ?? ''
    testApp.receiver.replyWith(200)
    assert.equal((await owner.call('POST', `/deliveries/${deliveryId}/send-now`)).status, 200)
    await testApp.waitForAttempts(2)
    assert.partialDeepStrictEqual(await owner.getDelivery(deliveryId), { state: 'DELIVERED', attempts: 2 })
    assert.equal((await owner.call('POST', `/deliveries/${deliveryId}/send-now`)).status, 404)
  })
})

describe('resendDeliveries', () => {
  // Gap 108.
  test('a resend is a new message with the same event', async () => {
    await using testApp = await openWebhooksTestApp()
    const owner = await testApp.signInOwner()
    testApp.receiver.replyWith(410)
    const claimId = await testApp.claimReward()
    const first = await testApp.receiver.next()
    await testApp.waitForAttempts(1)
    const deliveryId = (await testApp.loadDeliveries())[0]?.id ?? ''
    testApp.receiver.replyWith(200)
    testApp.clock.advance(60_000)
    const resent = await owner.resendDeliveries({ deliveryIds: [deliveryId] })
    const second = await testApp.receiver.next()
    assert.deepEqual(resent, [{ deliveryId: second.headers['svc-event-message-id'], resendOf: deliveryId }])
    assert.notEqual(second.headers['svc-event-message-id'], first.headers['svc-event-message-id'])
    assert.equal(second.headers['svc-event-message-retry'], undefined)
    assert.ok(hasValidSignature(second, testApp.client.clientSecret))
    assert.deepEqual([claimIdIn(first), claimIdIn(second)], [claimId, claimId])
    assert.equal(JSON.parse(second.body.toString()).message.event.eventTimeMillis, testApp.clock.now())
    await testApp.waitForAttempts(2)
    const [resend, original] = (await owner.listDeliveries()).data
    const lastResend = { deliveryId: resent[0]?.deliveryId, state: 'DELIVERED' }
    assert.partialDeepStrictEqual([resend, original], [{ resendOf: deliveryId, lastResend: null }, { lastResend }])
    assert.partialDeepStrictEqual(await owner.getDelivery(deliveryId), { lastResend })
  })

  test('resends each exhausted delivery since a time once, also with concurrent requests', async () => {
    await using testApp = await openWebhooksTestApp()
    const owner = await testApp.signInOwner()
    testApp.receiver.replyWith(410)
    await testApp.claimReward()
    await testApp.waitForAttempts(1)
    testApp.clock.advance(60_000)
    const since = new Date(testApp.clock.now()).toISOString()
    const missed = [await testApp.claimReward(), await testApp.claimReward(), await testApp.claimReward()]
    await testApp.waitForAttempts(4)
    testApp.receiver.replyWith(200)
    await testApp.claimReward()
    await testApp.waitForAttempts(5)

    const resent = await Promise.all(Array.from({ length: 5 }, () => owner.resendDeliveries({ since })))
    assert.equal(resent.flat().length, 3)
    await testApp.receiver.waitForCount(8)
    assert.deepEqual(new Set(testApp.receiver.received.slice(5).map(claimIdIn)), new Set(missed))
    await testApp.waitForAttempts(8)
    assert.deepEqual(await owner.resendDeliveries({ since }), [])

    assert.equal((await owner.resendDeliveries({ since, which: 'ALL' })).length, 4)
  })

  test('rejects a waiting delivery, an unknown id, and a request without or with both selections', async () => {
    await using testApp = await openWebhooksTestApp()
    const owner = await testApp.signInOwner()
    testApp.receiver.replyWith(500)
    await testApp.claimReward()
    await testApp.waitForAttempts(1)
    const id = (await testApp.loadDeliveries())[0]?.id ?? ''
    const tryResend = async (json: object) => {
      const { status, body } = await owner.call('POST', '/deliveries/resend', json)
      return [status, body.message?.replace(/^.*\((.*)\)$/, '$1')]
    }
    assert.deepEqual(await tryResend({ deliveryIds: [id] }), [
      400,
      `deliveryIds: ${id} is still waiting and will be sent automatically`,
    ])
    const unknown = crypto.randomUUID()
    assert.deepEqual(await tryResend({ deliveryIds: [unknown] }), [404, `deliveryIds: no such delivery ${unknown}`])
    for (const json of [{}, { deliveryIds: [id], since: '2026-07-18T14:32:12Z' }])
      assert.deepEqual(await tryResend(json), [400, 'deliveryIds: either deliveryIds or since is required'])
    assert.equal((await testApp.loadDeliveries()).length, 1)
  })
})

describe('sendTestNotification', () => {
  // Gap 430.
  test('sends a marked, signed notification once, which neither fails the webhook nor is recovered', async () => {
    await using testApp = await openWebhooksTestApp()
    const owner = await testApp.signInOwner()
    testApp.receiver.replyWith(503)
    const { content } = (await owner.call('POST', '/webhook/test')).body
    const sent = await testApp.receiver.next()
    await testApp.waitForAttempts(1)
    assert.equal(sent.headers['svc-event-message-id'], content.deliveryId)
    assert.equal(sent.headers['svc-event-message-test'], 'true')
    assert.match(claimIdIn(sent), /^test-/)
    assert.ok(hasValidSignature(sent, testApp.client.clientSecret))
    assert.partialDeepStrictEqual(await owner.getDelivery(content.deliveryId), {
      state: 'EXHAUSTED',
      isTest: true,
      attempts: 1,
    })
    assert.equal((await owner.getWebhook())?.failingSinceDate, null)
    assert.deepEqual(await owner.resendDeliveries({ since: '2026-07-18T00:00:00Z' }), [])

    await testApp.claimReward()
    const claimed = await testApp.receiver.next()
    assert.equal(claimed.headers['svc-event-message-test'], undefined)
  })

  test('is refused while the webhook is disabled or missing, and more than 10 times a minute', async () => {
    await using testApp = await openWebhooksTestApp()
    const owner = await testApp.signInOwner()
    const sendTest = async () => {
      const { status, body } = await owner.call('POST', '/webhook/test')
      return [status, body.reason?.code]
    }
    await owner.call('PUT', '/webhook', { status: 'DISABLED' })
    assert.deepEqual(await sendTest(), [400, 'WEBHOOK_DISABLED'])
    await owner.call('DELETE', '/webhook')
    assert.deepEqual(await sendTest(), [400, 'WEBHOOK_NOT_CONFIGURED'])
    for (let calls = 2; calls < 10; calls++) await sendTest()
    assert.deepEqual(await sendTest(), [429, 'TOO_MANY_ACTIONS'])
    assert.deepEqual(await testApp.loadDeliveries(), [])
  })
})

describe('getRecovery', () => {
  test('counts what failed since a time or ever, what waits to be sent again, and what arrived', async () => {
    await using testApp = await openWebhooksTestApp()
    const owner = await testApp.signInOwner()
    const recovery = async (query = '') => (await owner.call('GET', `/deliveries/recovery${query}`)).body.content
    const count = async (since: string) => {
      const { oldestMissedDate: _, ...counts } = await recovery(`?since=${encodeURIComponent(since)}`)
      return counts
    }
    const first = new Date(testApp.clock.now()).toISOString()
    testApp.receiver.replyWith(410)
    await testApp.claimReward()
    await testApp.waitForAttempts(1)
    testApp.clock.advance(60_000)
    const since = new Date(testApp.clock.now()).toISOString()
    await testApp.claimReward()
    await testApp.claimReward()
    await testApp.waitForAttempts(3)
    assert.deepEqual(await count(since), { missed: 2, waiting: 0, recovered: 0 })
    assert.deepEqual(await count('2026-07-18T00:00:00Z'), { missed: 3, waiting: 0, recovered: 0 })
    assert.deepEqual(await recovery(), { missed: 3, waiting: 0, recovered: 0, oldestMissedDate: first })

    testApp.receiver.replyWith(503)
    await owner.resendDeliveries({ since })
    await testApp.waitForAttempts(5)
    assert.deepEqual(await count(since), { missed: 0, waiting: 2, recovered: 0 })
    testApp.receiver.replyWith(200)
    testApp.clock.advance(12_001)
    await testApp.waitForAttempts(7)
    assert.deepEqual(await count(since), { missed: 0, waiting: 0, recovered: 2 })
    await owner.resendDeliveries({ since: first })
    await testApp.waitForAttempts(8)
    assert.equal((await recovery()).oldestMissedDate, null)
    assert.equal((await owner.call('GET', '/deliveries/recovery?since=yesterday')).status, 400)
  })
})

describe('sweepPartitions', () => {
  test('the result that ends a delivery moves it and all its attempts from the queue to the partitions of the day', async () => {
    await using testApp = await openWebhooksTestApp()
    await sweepPartitions(testApp.deps)
    const listPartitions = async () => {
      const { rows } = await sql<{ partition: string }>`
        select tableoid::regclass::text as partition from webhook_delivery
        union all select tableoid::regclass::text from webhook_attempt order by 1`.execute(testApp.deps.db.read)
      return rows.map(({ partition }) => partition)
    }
    testApp.receiver.replyWith(500)
    await testApp.claimReward()
    await testApp.waitForAttempts(1)
    assert.deepEqual(await listPartitions(), ['webhook_attempt_default', 'webhook_delivery_default'])
    testApp.receiver.replyWith(200)
    testApp.clock.advance(12_001)
    await testApp.waitForAttempts(2)
    assert.deepEqual(await listPartitions(), [
      'webhook_attempt_20260718',
      'webhook_attempt_20260718',
      'webhook_delivery_20260718',
    ])
  })

  test('a transaction that waits for a delivery is run again when the delivery ends', async () => {
    await using testApp = await openWebhooksTestApp({}, { settings: { roles: ['api', 'gateway'] } })
    const { db } = testApp.deps
    await sweepPartitions(testApp.deps)
    await testApp.claimReward()
    let runs = 0
    const waiting = await db.transaction(async (tx) => {
      await sql`update webhook_delivery set state = 'DELIVERED', next_attempt_at = null, ended_at = ${testApp.clock.now()}`.execute(
        tx,
      )
      const expediting = db.transaction(async (other) => {
        runs++
        return (await sql`update webhook_delivery set next_attempt_at = 0 where ended_at is null`.execute(other))
          .numAffectedRows
      })
      await eventually(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(db.read)
        return rows.length > 0
      })
      return { expediting }
    })
    assert.equal(await waiting.expediting, 0n)
    assert.equal(runs, 2)
  })

  test('deletes deliveries and their attempts thirty full days after their end, and no waiting ones', async () => {
    await using testApp = await openWebhooksTestApp()
    const owner = await testApp.signInOwner()
    await testApp.claimReward()
    await testApp.waitForAttempts(1)
    await owner.call('PUT', '/webhook', { status: 'DISABLED' })
    await testApp.claimReward()
    const sweepAndListStates = async () => {
      await sweepPartitions(testApp.deps)
      return (await testApp.loadDeliveries()).map(({ state }) => state)
    }
    const endOfDay = dayMs - (testApp.clock.now() % dayMs)
    advanceBy(testApp, 30 * dayMs + endOfDay - 1)
    assert.deepEqual(await sweepAndListStates(), ['DELIVERED', 'WAITING'])
    advanceBy(testApp, 1)
    assert.deepEqual(await sweepAndListStates(), ['WAITING'])
    assert.equal((await testApp.loadAttempts()).length, 0)
  })

  test('a clock that jumps 31 days ahead in production deletes no deliveries', async () => {
    // The test has no worker role, and calls the sweeps itself. Only the delivery worker runs.
    await using testApp = await openWebhooksTestApp({}, { settings: { roles: ['api', 'gateway'] } })
    await using _ = await openDeliveryWorker(testApp.deps)
    const deps = { ...testApp.deps, policy: policyOf({ mode: 'production', sandboxPublic: false }) }
    const sweepIdleApps = createIdleAppsSweep(async () => {})
    await sweepIdleApps(deps)
    await testApp.claimReward()
    await testApp.waitForAttempts(1)
    const sweepAndCount = async () => {
      await sweepPartitions(deps)
      return (await testApp.loadDeliveries()).length
    }
    advanceBy(testApp, 31 * dayMs)
    assert.equal(await sweepAndCount(), 1)
    await sweepIdleApps(deps)
    assert.equal(await sweepAndCount(), 1)
    testApp.clock.advance(30 * dayMs - 1)
    await sweepIdleApps(deps)
    assert.equal(await sweepAndCount(), 1)
    testApp.clock.advance(10_000)
    await sweepIdleApps(deps)
    assert.equal(await sweepAndCount(), 0)
  })
})
