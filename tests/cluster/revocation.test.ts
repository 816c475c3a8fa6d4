import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import { limits, scopes } from '@onair/contract'
import {
  apiCalls,
  openCluster,
  clusterUnavailable,
  type Cluster,
  type ClusterProcess,
} from '../support/programs/cluster.ts'
import { connectAndSubscribe, createStreamer, sendDonation } from '../support/apps/donations.ts'
import { createDataDirectory } from '../support/programs/data-directory.ts'
import { eventually } from '../support/eventually.ts'
import { startProgram } from '../support/programs/program.ts'

/** How many sessions are subscribed when the grants are withdrawn; more by `npm run faults`. */
const sessions = Number(process.env['FAULT_SESSIONS'] ?? 60)

type Calls = Pick<ClusterProcess, 'call' | 'sandbox'>
type SubscribedClient = Awaited<ReturnType<typeof connectAndSubscribe>>
type Person = { channelId: string; token: string; clientId: string; clients: SubscribedClient[] }

/** Creates people who use one application, each with all their sessions open and subscribed to donations. */
async function createSubscribedPeople(api: Calls, count: number): Promise<Person[]> {
  const { client } = await createStreamer(api)
  const people: Person[] = []
  for (let createdCount = 0; createdCount < count; createdCount += limits.userSessions) {
    const { channelId } = await api.sandbox('POST', '/people', { channelName: '방송인' })
    const { accessToken: token } = await api.sandbox('POST', '/grants', { clientId: client.clientId, channelId })
    const clients = await Promise.all(
      Array.from({ length: limits.userSessions }, () => connectAndSubscribe('donation', api, { token })),
    )
    people.push({ channelId, token, clientId: client.clientId, clients })
  }
  return people
}

/**
 * Withdraws all grants while donations are sent. Each session must receive `revoked`, and nothing after it. Returns the
 * longest time from the response to `revoked`.
 */
async function withdrawAll(people: Person[], withdrawApi: Calls, donorApi: Calls): Promise<number> {
  const donationsAbort = new AbortController()
  const donations = (async () => {
    while (!donationsAbort.signal.aborted)
      await Promise.all(people.slice(0, 5).map(({ channelId }) => sendDonation(donorApi, channelId)))
  })()
  let slowestMs = 0
  for (const person of people) {
    const { clientId, channelId, clients } = person
    await withdrawApi.sandbox('DELETE', '/grants', { clientId, channelId })
    const withdrawnAt = performance.now()
    await Promise.all(clients.map((client) => expectRevoked(client, channelId)))
    slowestMs = Math.max(slowestMs, performance.now() - withdrawnAt)
    await sendDonation(donorApi, channelId)
  }
  donationsAbort.abort()
  await donations
  for (const { clients } of people) for (const session of clients) assert.deepEqual(await session.drain(), [])
  return slowestMs
}

async function expectRevoked(session: SubscribedClient, channelId: string) {
  for (;;) {
    const [event, payload] = await session.next()
    if (event === 'DONATION') continue
    assert.deepEqual(payload, { type: 'revoked', data: { eventType: 'DONATION', channelId } })
    return
  }
}

function disconnectAll(people: Person[]) {
  for (const { clients } of people) for (const session of clients) session[Symbol.dispose]()
}

function reportRevocation(t: TestContext, situation: string, ms: number) {
  t.diagnostic(`${sessions} sessions, ${situation}: revoked at most ${Math.round(ms)} ms after the response`)
}

describe('withdrawn consent', () => {
  test('ends all sessions of one process', async (t) => {
    using folder = await createDataDirectory()
    await using program = startProgram(['serve', '--port', '0', '--data-dir', folder.path, '--json'], {
      ONAIR_QUOTA_PER_APP: '0',
      ONAIR_QUOTA_PER_TOKEN: '0',
    })
    const api = apiCalls((await program.ready()).baseUrl)
    const people = await createSubscribedPeople(api, sessions)
    reportRevocation(t, 'one process', await withdrawAll(people, api, api))
    disconnectAll(people)
  })

  describe('across processes', { skip: clusterUnavailable }, () => {
    let cluster: Cluster
    let gateway: ClusterProcess
    let first: ClusterProcess
    let second: ClusterProcess
    before(async () => {
      cluster = await openCluster()
      gateway = await cluster.start('gateway,worker')
      const env = { ONAIR_SOCKET_URL: gateway.socketUrl }
      first = await cluster.start('api', env)
      second = await cluster.start('api', env)
    })
    after(() => cluster[Symbol.asyncDispose]())

    test('a removed scope ends its subscriptions, and a revoked token the others', async () => {
      const streamer = await createStreamer(first)
      const { channelId, client } = streamer
      const [donations, chat] = [
        await connectAndSubscribe('donation', first, streamer),
        await connectAndSubscribe('chat', first, streamer),
      ]
      const keptScopes = [scopes.chatRead, scopes.user]
      const { accessToken } = await second.sandbox('POST', '/grants', {
        clientId: client.clientId,
        channelId,
        scopes: keptScopes,
      })
      await expectRevoked(donations, channelId)
      await sendDonation(first, channelId)
      await second.call('POST', '/auth/v1/token/revoke', { json: { ...client, token: accessToken } })
      const data = { eventType: 'CHAT', channelId }
      assert.deepEqual(await chat.next(), ['SYSTEM', { type: 'revoked', data }])
      await first.sandbox('POST', '/actions/chat', { channelId, byChannelId: channelId, message: 'not delivered' })
      assert.deepEqual([await donations.drain(), await chat.drain()], [[], []])
    })

    // The last test, because it disconnects the bus.
    test('ends tokens and sessions of all processes, with and without the bus', async (t) => {
      const everyone = await createSubscribedPeople(first, sessions + limits.userSessions)
      const [last, ...people] = everyone
      const callStatus = async ({ token }: { token: string }) =>
        (await first.call('GET', '/open/v1/users/me', { token })).status
      for (const person of everyone) assert.equal(await callStatus(person), 200)

      reportRevocation(t, 'three processes', await withdrawAll(people, second, first))
      for (const person of people) assert.equal(await callStatus(person), 401)
      assert.equal(await callStatus(last!), 200)

      for (const { toRedis } of [gateway, first, second]) toRedis.disconnect()
      reportRevocation(t, 'without the bus', await withdrawAll([last!], second, first))
      await eventually(async () => (await callStatus(last!)) === 401)
      disconnectAll(everyone)
    })
  })
})
