import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { openCluster, clusterUnavailable, type Cluster, type ClusterProcess } from '../support/programs/cluster.ts'
import { createStreamer } from '../support/apps/donations.ts'
import { eventually } from '../support/eventually.ts'
import { connect } from '../support/clients/session-client.ts'

const rounds = Number(process.env['FAULT_ROUNDS'] ?? 4)
const racers = 50

/** Starts three processes with the API and a gateway; the first is also the worker. */
async function startThreeProcesses(cluster: Cluster): Promise<[ClusterProcess, ClusterProcess, ClusterProcess]> {
  return [
    await cluster.start('api,gateway,worker'),
    await cluster.start('api,gateway'),
    await cluster.start('api,gateway'),
  ]
}

/** Sends concurrent requests, cluster over the processes. */
const race = <T>(processes: readonly ClusterProcess[], run: (process: ClusterProcess, racer: number) => Promise<T>) =>
  Promise.all(Array.from({ length: racers }, (_, racer) => run(processes[racer % processes.length]!, racer)))

/** Makes a call again that had no connection of the database in time, as happens on a busy machine. */
const served = <T extends { status: number }>(call: () => Promise<T>) =>
  eventually(async () => {
    const response = await call()
    return response.status !== 503 && response
  })

const countByStatus = (responses: readonly { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('limits across three processes', { skip: clusterUnavailable }, () => {
  let cluster: Cluster
  let three: Awaited<ReturnType<typeof startThreeProcesses>>
  before(async () => {
    cluster = await openCluster()
    three = await startThreeProcesses(cluster)
  })
  after(() => cluster[Symbol.asyncDispose]())

  test(`of ${racers} concurrent requests, 10 and 3 open a session (${rounds} rounds)`, async () => {
    for (let round = 0; round < rounds; round++) {
      const { client, token } = await createStreamer(three[0])
      const responses = await Promise.all([
        race(three, (each) => each.call('GET', '/open/v1/sessions/auth/client', { client })),
        race(three, (each) => each.call('GET', '/open/v1/sessions/auth', { token })),
      ])
      for (const [at, most] of [limits.clientSessions, limits.userSessions].entries()) {
        // On a busy machine the database has no connection in time.
        const { 200: opened = 0, 503: unavailable = 0 } = countByStatus(responses[at]!)
        assert.ok(opened <= most && opened + unavailable >= most, `${opened} opened, ${unavailable} unavailable`)
      }
    }
  })

  test(`of ${racers} concurrent requests, 30 subscribe a session (${rounds} rounds)`, async () => {
    const { client } = await createStreamer(three[0])
    const url = (await three[0].call('GET', '/open/v1/sessions/auth/client', { client })).content.url
    using session = await connect(url)
    const tokens: string[] = []
    for (let racer = 0; racer < racers; racer++) {
      const { channelId } = await three[0].sandbox('POST', '/people', { channelName: `방송인 ${racer}` })
      tokens.push((await three[0].sandbox('POST', '/grants', { clientId: client.clientId, channelId })).accessToken)
    }
    const changeSubscription = (action: string) => (each: ClusterProcess, racer: number) =>
      served(() =>
        each.call('POST', `/open/v1/sessions/events/${action}/donation?sessionKey=${session.sessionKey}`, {
          token: tokens[racer]!,
        }),
      )
    for (let round = 0; round < rounds; round++) {
      const responses = await race(three, changeSubscription('subscribe'))
      const subscribed = limits.subscriptionsPerSession
      assert.deepEqual(countByStatus(responses), { 200: subscribed, 400: racers - subscribed })
      assert.deepEqual(countByStatus(await race(three, changeSubscription('unsubscribe'))), { 200: racers })
      // Without a ping in each round, which would be more frames than a client may send.
      for (let events = 0; events < 2 * limits.subscriptionsPerSession; events++) await session.next()
    }
    assert.deepEqual(await session.drain(), [])
  })

  // The last test, because it kills a process.
  // Gap 74.
  test('a killed gateway releases the slots of its sessions within 10 s, and no others', async (t) => {
    const { client } = await createStreamer(three[0])
    using clients = new DisposableStack()
    const keys: string[] = []
    for (let index = 0; index < limits.clientSessions; index++) {
      const { content } = await three[index % 3]!.call('GET', '/open/v1/sessions/auth/client', { client })
      keys.push(clients.use(await connect(content.url)).sessionKey)
    }
    const [first, second, victim] = three
    const victimKeys = keys.filter((_, index) => index % 3 === 2)
    await victim.stop('SIGKILL')
    const killedAt = performance.now()
    const open = (each: ClusterProcess) => served(() => each.call('GET', '/open/v1/sessions/auth/client', { client }))
    const raceToOpen = async () => countByStatus(await race([first, second], open))
    let opened = 0
    await eventually(
      async () => {
        const counts = await raceToOpen()
        opened += counts[200] ?? 0
        assert.ok(opened >= victimKeys.length, `${opened} opened, then ${JSON.stringify(counts)}`)
      },
      { within: 60_000 },
    )
    const freeAfterMs = performance.now() - killedAt
    assert.equal(opened, victimKeys.length)
    assert.deepEqual(await raceToOpen(), { 400: racers })
    const { content } = await first.call('GET', '/open/v1/sessions/client?size=50', { client })
    const sessions: { sessionKey: string; disconnectedDate?: string }[] = content.data
    const ended = sessions.filter((session) => 'disconnectedDate' in session)
    assert.deepEqual(ended.map(({ sessionKey }) => sessionKey).sort(), victimKeys.sort())
    t.diagnostic(`slots released ${Math.round(freeAfterMs)} ms after the kill`)
  })
})
