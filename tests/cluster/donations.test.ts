import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openCluster, clusterUnavailable, type Cluster, type ClusterProcess } from '../support/programs/cluster.ts'
import {
  connectAndSubscribe,
  createStreamer,
  listStoredDonationIds,
  receiveEventIds,
  sendDonation,
} from '../support/apps/donations.ts'
import { eventually } from '../support/eventually.ts'

/** How often an API process is killed; more by `npm run faults`. */
const kills = Number(process.env['FAULT_KILLS'] ?? 2)

describe('delivery of donations', { skip: clusterUnavailable }, () => {
  let cluster: Cluster
  let gateway: ClusterProcess
  let api: ClusterProcess
  let streamer: Awaited<ReturnType<typeof createStreamer>>
  const startApi = () => cluster.start('api', { ONAIR_SOCKET_URL: gateway.socketUrl })
  before(async () => {
    cluster = await openCluster()
    gateway = await cluster.start('gateway,worker')
    api = await startApi()
    streamer = await createStreamer(api)
  })
  after(() => cluster[Symbol.asyncDispose]())

  test('a donation is delivered if its process is killed between commit and publish', async () => {
    using client = await connectAndSubscribe('donation', api, streamer)
    api.toRedis.freeze()
    const response = sendDonation(api, streamer.channelId).catch(() => 'killed')
    await eventually(async () => (await listStoredDonationIds(cluster)).length > 0)
    await api.stop('SIGKILL')
    assert.equal(await response, 'killed')
    assert.deepEqual(await receiveEventIds(client, 1), await listStoredDonationIds(cluster))
    api = await startApi()
  })

  // Gap 71.
  test('no kill of an API process loses, repeats or reorders a stored donation', async () => {
    using client = await connectAndSubscribe('donation', api, streamer)
    const storedBefore = (await listStoredDonationIds(cluster)).length
    const acknowledged: string[] = []
    const receivedIds: string[] = []
    for (let round = 0; round < kills; round++) {
      const victim = api
      const donations = Array.from({ length: 40 }, async () => {
        const { content } = await sendDonation(victim, streamer.channelId)
        acknowledged.push(content.donationId)
        // Each round kills the process after another number of responses.
        if (acknowledged.length % 40 === (round * 7 + 3) % 40) victim.signal('SIGKILL')
      })
      await Promise.allSettled(donations)
      await victim.stop('SIGKILL')
      const stored = (await listStoredDonationIds(cluster)).slice(storedBefore)
      receivedIds.push(...(await receiveEventIds(client, stored.length - receivedIds.length)))
      assert.deepEqual(receivedIds, stored)
      api = await startApi()
    }
    assert.deepEqual(
      acknowledged.filter((id) => !receivedIds.includes(id)),
      [],
    )
    assert.ok(acknowledged.length > 0)
    assert.deepEqual(await client.drain(), [])
  })

  // Gap 70.
  test('without the bus donations arrive within seconds, and subscribing returns 503', async () => {
    using client = await connectAndSubscribe('donation', api, streamer)
    for (const { toRedis } of [api, gateway]) toRedis.disconnect()
    const { content } = await sendDonation(api, streamer.channelId)
    assert.deepEqual(await receiveEventIds(client, 1), [content.donationId])

    const path = `/open/v1/sessions/events/subscribe/chat?sessionKey=${client.sessionKey}`
    const { status, message } = await api.call('POST', path, { token: streamer.token })
    assert.deepEqual([status, message], [503, 'SERVICE_UNAVAILABLE'])
    const { rows } = await sql`select from session_subscription where event_type = 'CHAT'`.execute(cluster.db.read)
    assert.equal(rows.length, 0)
  })
})
