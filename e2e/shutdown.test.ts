import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { limits } from '@onair/contract'
import { donateTo, journalOf, listenTo, openStreamer } from '../server/testing/donations.ts'
import { rawClient } from '../server/testing/raw-client.ts'
import { openReceiver } from '../server/testing/receiver.ts'
import { openSpread, spreadMissing, type SpreadProcess } from '../server/testing/spread.ts'
import { visitor } from '../server/testing/visitor.ts'

/** How many sockets are open, and how many clients ask one request after the other; more by `npm run faults`. */
const sockets = Number(process.env['FAULT_SOCKETS'] ?? 600)
const clients = 16
/** Two hundred notifications, as many at once of each application as it has turns. */
const [apps, claimsOfEach] = [8, 25]

/** Sockets of as many applications as it takes. */
async function openSockets(program: SpreadProcess, count: number) {
  const opened: ReturnType<typeof rawClient>[] = []
  while (opened.length < count) {
    const client = await program.play('POST', '/apps', { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback' })
    const entered = Array.from({ length: Math.min(limits.clientSessions, count - opened.length) }, async () => {
      const { content } = await program.call('GET', '/open/v1/sessions/auth/client', { client })
      const socket = rawClient(
        `${content.url.replace('http', 'ws').replace('?', '/socket.io/?')}&EIO=3&transport=websocket`,
      )
      assert.equal((await socket.hear(3))[1], '40')
      return socket
    })
    opened.push(...(await Promise.all(entered)))
  }
  return opened
}

test(
  `at SIGTERM with ${sockets} sockets every accepted request is answered, and every session is told goodbye after all that it should hear`,
  { skip: spreadMissing },
  async (t) => {
    await using spread = await openSpread()
    const program = await spread.start('api,gateway,worker')
    const streamer = await openStreamer(program)
    const listener = await listenTo('donation', program, streamer)
    const crowd = await openSockets(program, sockets)

    const acknowledged: string[] = []
    const failures: string[] = []
    const asking = Array.from({ length: clients }, async () => {
      for (;;) {
        try {
          const { status, content } = await donateTo(program, streamer.channelId)
          if (status === 200) acknowledged.push(content.donationId)
          else failures.push(`answered ${status}`)
        } catch (error) {
          const { code } = (error as { cause?: { code?: string } }).cause ?? {}
          // Nobody took this one: the port is closed.
          if (code !== 'ECONNREFUSED') failures.push(String(code ?? error))
          return
        }
      }
    })
    const warm = listener.next()
    while (acknowledged.length < 10 * clients) await donateTo(program, streamer.channelId)
    const stoppedAt = performance.now()
    const ended = program.stop('SIGTERM')
    await Promise.all(asking)
    const goodbyes = await Promise.all(crowd.map(async (socket) => (await socket.hearTheEnd()).at(-1)))
    const heard = [await warm, ...(await listener.end())].map(([, { eventId }]) => eventId)
    const { code, said } = await ended
    t.diagnostic(
      `${sockets} sockets, ${acknowledged.length} requests answered, ended ${Math.round(performance.now() - stoppedAt)} ms after SIGTERM`,
    )
    assert.deepEqual(failures, [])
    assert.deepEqual([code, said], [0, 'Stopping …\n'])
    assert.deepEqual(heard, await journalOf(spread))
    assert.deepEqual(
      acknowledged.filter((id) => !heard.includes(id)),
      [],
    )
    assert.deepEqual(new Set(goodbyes), new Set(['41']))
    const open = await spread.db.read.selectFrom('session').select('key').where('disconnected_at', 'is', null).execute()
    assert.deepEqual(open, [])
  },
)

test(
  'at SIGTERM the notifications that are under way are let end, and how they ended is written down',
  { skip: spreadMissing },
  async () => {
    await using spread = await openSpread()
    const program = await spread.start('api,gateway,worker')
    await using receiver = await openReceiver()
    const owner = await program.play('POST', '/people', { channelName: '게임 회사' })
    const browser = visitor(program.baseUrl)
    await browser.signIn(owner.email, owner.password)
    const clientIds: string[] = []
    for (let app = 0; app < apps; app++) {
      const { clientId } = await program.play('POST', '/apps', {
        name: 'game',
        redirectUri: 'http://127.0.0.1:9/callback',
        ownerChannelId: owner.channelId,
        organizationId: 'company',
        webhookUrl: receiver.url,
      })
      clientIds.push(clientId)
    }
    const turn = async (status: string) => {
      for (const clientId of clientIds)
        assert.equal((await browser.ask('PUT', `/apps/${clientId}/webhook`, { status })).status, 200)
    }
    // They wait until all are there, so that all begin together.
    await turn('DISABLED')
    for (const clientId of clientIds) {
      const rewards = Array.from({ length: claimsOfEach }, (_, at) => `${at}`)
      const { rewardIds } = await program.play('POST', '/drops/campaigns', { clientId, categoryId: 'talk', rewards })
      for (const rewardId of rewardIds)
        await program.play('POST', '/acts/claim', { rewardId, byChannelId: owner.channelId })
    }
    const underWay: ServerResponse[] = []
    receiver.answer((response) => void underWay.push(response))
    await turn('ENABLED')
    await receiver.count(apps * claimsOfEach)

    const ended = program.stop('SIGTERM')
    while (await fetch(program.baseUrl).catch(() => null));
    const answered = underWay.slice(apps)
    for (const response of answered) response.writeHead(200).end()
    const { code } = await ended
    assert.equal(code, 0)
    const states = await spread.db.read
      .selectFrom('webhook_delivery')
      .where('lease', 'is', null)
      .select(['state', 'attempts', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy(['state', 'attempts'])
      .orderBy('state')
      .execute()
    assert.deepEqual(states, [
      { state: 'DELIVERED', attempts: 1, count: answered.length },
      { state: 'WAITING', attempts: 1, count: apps },
    ])
    assert.equal(receiver.received.length, apps * claimsOfEach)
  },
)
