import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { openCluster, clusterUnavailable, type ClusterProcess } from '../support/programs/cluster.ts'
import { connectAndSubscribe, createStreamer, listStoredDonationIds, sendDonation } from '../support/apps/donations.ts'
import { eventually } from '../support/eventually.ts'
import { httpBrowser } from '../support/clients/http-browser.ts'
import { openRawClient } from '../support/clients/raw-client.ts'
import { openWebhookReceiver } from '../support/clients/webhook-receiver.ts'

/** How many sockets are open, more by `npm run faults`, and how many clients send one request after the other. */
const sockets = Number(process.env['FAULT_SOCKETS'] ?? 600)
const clients = 16
/** 200 deliveries, per application as many as may be in flight. */
const [apps, claimsPerApp] = [8, 25]

/** Opens sockets, with as many applications as the limit of sessions requires. */
async function openSockets(program: ClusterProcess, count: number) {
  const opened: ReturnType<typeof openRawClient>[] = []
  while (opened.length < count) {
    const client = await program.sandbox('POST', '/apps', { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback' })
    const connecting = Array.from({ length: Math.min(limits.clientSessions, count - opened.length) }, async () => {
      const { content } = await program.call('GET', '/open/v1/sessions/auth/client', { client })
      const socket = openRawClient(
        `${content.url.replace('http', 'ws').replace('?', '/socket.io/?')}&EIO=3&transport=websocket`,
      )
      assert.equal((await socket.read(3))[1], '40')
      return socket
    })
    opened.push(...(await Promise.all(connecting)))
  }
  return opened
}

describe('SIGTERM', { skip: clusterUnavailable }, () => {
  test(`answers accepted requests, and ends ${sockets} sessions with 41 after their last event`, async (t) => {
    await using cluster = await openCluster()
    const program = await cluster.start('api,gateway,worker')
    const streamer = await createStreamer(program)
    const listener = await connectAndSubscribe('donation', program, streamer)
    const openClients = await openSockets(program, sockets)

    const acknowledged: string[] = []
    const failures: string[] = []
    const donating = Array.from({ length: clients }, async () => {
      for (;;) {
        try {
          const { status, content } = await sendDonation(program, streamer.channelId)
          if (status === 200) acknowledged.push(content.donationId)
          else failures.push(`status ${status}`)
        } catch (error) {
          const { code } = error as { code?: string }
          // The port is closed, so no request was accepted.
          if (code !== 'ECONNREFUSED') failures.push(String(code ?? error))
          return
        }
      }
    })
    const firstEvent = listener.next()
    await eventually(() => acknowledged.length >= 10 * clients, { within: 60_000 })
    const stoppedAt = performance.now()
    const ended = program.stop('SIGTERM')
    await Promise.all(donating)
    const lastFrames = await Promise.all(openClients.map(async (socket) => (await socket.readUntilClose()).at(-1)))
    const receivedIds = [await firstEvent, ...(await listener.readUntilClose())].map(([, { eventId }]) => eventId)
    const { code, stderr } = await ended
    t.diagnostic(
      `${sockets} sockets, ${acknowledged.length} requests answered, ended ${Math.round(performance.now() - stoppedAt)} ms after SIGTERM`,
    )
    assert.deepEqual(failures, [])
    assert.deepEqual([code, stderr], [0, 'Stopping …\n'])
    assert.deepEqual(receivedIds, await listStoredDonationIds(cluster))
    assert.deepEqual(
      acknowledged.filter((id) => !receivedIds.includes(id)),
      [],
    )
    assert.deepEqual(new Set(lastFrames), new Set(['41']))
    const open = await cluster.db.read
      .selectFrom('session')
      .select('key')
      .where('disconnected_at', 'is', null)
      .execute()
    assert.deepEqual(open, [])
  })

  test('waits for deliveries in flight, and stores their results', async () => {
    await using cluster = await openCluster()
    const program = await cluster.start('api,gateway,worker')
    await using receiver = await openWebhookReceiver()
    const owner = await program.sandbox('POST', '/people', { channelName: '게임 회사' })
    const browser = httpBrowser(program.baseUrl)
    await browser.signIn(owner.email, owner.password)
    const clientIds: string[] = []
    for (let app = 0; app < apps; app++) {
      const { clientId } = await program.sandbox('POST', '/apps', {
        name: 'game',
        redirectUri: 'http://127.0.0.1:9/callback',
        ownerChannelId: owner.channelId,
        organizationId: 'company',
        webhookUrl: receiver.url,
      })
      clientIds.push(clientId)
    }
    const setWebhookStatus = async (status: string) => {
      for (const clientId of clientIds)
        assert.equal((await browser.callConsole('PUT', `/apps/${clientId}/webhook`, { status })).status, 200)
    }
    // The deliveries wait until all are enqueued, so that their attempts start together.
    await setWebhookStatus('DISABLED')
    for (const clientId of clientIds) {
      const rewards = Array.from({ length: claimsPerApp }, (_, at) => `${at}`)
      const { rewardIds } = await program.sandbox('POST', '/drops/campaigns', { clientId, categoryId: 'talk', rewards })
      for (const rewardId of rewardIds)
        await program.sandbox('POST', '/actions/claim', { rewardId, byChannelId: owner.channelId })
    }
    const pendingResponses: ServerResponse[] = []
    receiver.replyWith((response) => void pendingResponses.push(response))
    await setWebhookStatus('ENABLED')
    await receiver.waitForCount(apps * claimsPerApp)

    const ended = program.stop('SIGTERM')
    await eventually(() => assert.rejects(fetch(program.baseUrl)))
    const answeredResponses = pendingResponses.slice(apps)
    for (const response of answeredResponses) response.writeHead(200).end()
    const { code } = await ended
    assert.equal(code, 0)
    const states = await cluster.db.read
      .selectFrom('webhook_delivery')
      .where('lease', 'is', null)
      .select(['state', 'attempts', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy(['state', 'attempts'])
      .orderBy('state')
      .execute()
    assert.deepEqual(states, [
      { state: 'DELIVERED', attempts: 1, count: answeredResponses.length },
      { state: 'WAITING', attempts: 1, count: apps },
    ])
    assert.equal(receiver.received.length, apps * claimsPerApp)
  })
})
