import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { limits, scopes } from '@onair/contract'
import { sendDonation, connectAndSubscribe, createStreamer } from '../../server/test/donations.ts'
import { apiCalls, openCluster, clusterUnavailable, type ClusterProcess } from '../../server/test/cluster.ts'
import { startProgram } from '../../server/test/program.ts'

/** How many sessions are subscribed when consent is withdrawn; more by `npm run faults`. */
const sessions = Number(process.env['FAULT_SESSIONS'] ?? 60)

type Calls = Pick<ClusterProcess, 'call' | 'sandbox'>
type SubscribedClient = Awaited<ReturnType<typeof connectAndSubscribe>>
type Person = { channelId: string; token: string; clientId: string; clients: SubscribedClient[] }

/** People who use one application, with as many sessions as each may have, that hear of donations and the chat. */
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

/** Everyone withdraws while donations go on: each session is told, and nothing follows. Answers how long it took at the most. */
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
    await Promise.all(clients.map((guest) => expectRevoked(guest, channelId)))
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
  t.diagnostic(`${sessions} sessions, ${situation}: revoked ${Math.round(ms)} ms after the answer at the most`)
}

test('in one process consent withdrawn reaches every session, and nothing follows it', async (t) => {
  await using program = startProgram(['serve', '--port', '0', '--ephemeral', '--json'], {
    QUOTA_PER_APP: '0',
    QUOTA_PER_TOKEN: '0',
  })
  const api = apiCalls((await program.ready()).baseUrl)
  const people = await createSubscribedPeople(api, sessions)
  reportRevocation(t, 'one process', await withdrawAll(people, api, api))
  disconnectAll(people)
})

test(
  'withdrawn at one API process, consent ends at the other and at every session, with the bus and without it',
  { skip: clusterUnavailable },
  async (t) => {
    await using cluster = await openCluster()
    const gateway = await cluster.start('gateway,worker')
    const env = { SOCKET_URL: gateway.socketUrl }
    const [here, there] = [await cluster.start('api', env), await cluster.start('api', env)]
    const everyone = await createSubscribedPeople(here, sessions + limits.userSessions)
    const [last, ...people] = everyone
    const me = ({ token }: { token: string }) => here.call('GET', '/open/v1/users/me', { token })
    for (const person of everyone) assert.equal((await me(person)).status, 200)

    reportRevocation(t, 'three processes', await withdrawAll(people, there, here))
    for (const person of people) assert.equal((await me(person)).status, 401)
    assert.equal((await me(last!)).status, 200)

    for (const { toRedis } of [gateway, here, there]) toRedis.disconnect()
    reportRevocation(t, 'the bus is gone', await withdrawAll([last!], there, here))
    while ((await me(last!)).status !== 401);
    disconnectAll(everyone)
  },
)

test(
  'a scope taken away at one API process ends what stood on it, and a token revoked ends the rest',
  { skip: clusterUnavailable },
  async () => {
    await using cluster = await openCluster()
    const gateway = await cluster.start('gateway,worker')
    const env = { SOCKET_URL: gateway.socketUrl }
    const [here, there] = [await cluster.start('api', env), await cluster.start('api', env)]
    const streamer = await createStreamer(here)
    const { channelId, client } = streamer
    const [donations, chat] = [
      await connectAndSubscribe('donation', here, streamer),
      await connectAndSubscribe('chat', here, streamer),
    ]
    const keptScopes = [scopes.chatRead, scopes.user]
    const { accessToken } = await there.sandbox('POST', '/grants', {
      clientId: client.clientId,
      channelId,
      scopes: keptScopes,
    })
    await expectRevoked(donations, channelId)
    await sendDonation(here, channelId)
    await there.call('POST', '/auth/v1/token/revoke', { json: { ...client, token: accessToken } })
    const data = { eventType: 'CHAT', channelId }
    assert.deepEqual(await chat.next(), ['SYSTEM', { type: 'revoked', data }])
    await here.sandbox('POST', '/acts/chat', { channelId, byChannelId: channelId, message: 'to nobody' })
    assert.deepEqual([await donations.drain(), await chat.drain()], [[], []])
  },
)
