import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@onair/contract'
import { createStreamer } from '../../server/test/donations.ts'
import { connect } from '../../server/test/session-client.ts'
import { openCluster, clusterUnavailable, type Cluster, type ClusterProcess } from '../../server/test/cluster.ts'

const skip = clusterUnavailable
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 20)
const racers = 50

/** Three processes that each answer HTTP and hold sockets; one of them runs the sweeps. */
async function startThreeProcesses(cluster: Cluster): Promise<[ClusterProcess, ClusterProcess, ClusterProcess]> {
  return [
    await cluster.start('api,gateway,worker'),
    await cluster.start('api,gateway'),
    await cluster.start('api,gateway'),
  ]
}

/** Moves the clock of all of them past the life of every unused URL. */
async function expireUrls(processes: readonly ClusterProcess[]) {
  const [first] = processes
  const now: string = (await first!.sandbox('POST', '/clock', { advanceSeconds: limits.sessionUrlSec })).now
  for (const member of processes) while ((await member.sandbox('GET', '/clock')).now < now);
}

const race = <T>(processes: readonly ClusterProcess[], run: (process: ClusterProcess, racer: number) => Promise<T>) =>
  Promise.all(Array.from({ length: racers }, (_, racer) => run(processes[racer % processes.length]!, racer)))

test(
  `of ${racers} at once at three processes exactly 10 and 3 sessions are opened, ${rounds} times over`,
  { skip },
  async () => {
    await using spread = await openCluster()
    const three = await startThreeProcesses(spread)
    const { client, token } = await createStreamer(three[0])
    for (let round = 0; round < rounds; round++) {
      const ofClient = await race(three, (each) => each.call('GET', '/open/v1/sessions/auth/client', { client }))
      const ofUser = await race(three, (each) => each.call('GET', '/open/v1/sessions/auth', { token }))
      const opened = [ofClient, ofUser].map((answers) => answers.filter(({ status }) => status === 200).length)
      assert.deepEqual(opened, [limits.clientSessions, limits.userSessions])
      await expireUrls(three)
    }
  },
)

test(
  `of ${racers} at once at three processes exactly 30 subscribe a session, ${rounds} times over`,
  { skip },
  async () => {
    await using spread = await openCluster()
    const three = await startThreeProcesses(spread)
    const { client } = await createStreamer(three[0])
    const url = (await three[0].call('GET', '/open/v1/sessions/auth/client', { client })).content.url
    using session = await connect(url)
    const tokens: string[] = []
    for (let racer = 0; racer < racers; racer++) {
      const { channelId } = await three[0].sandbox('POST', '/people', { channelName: `방송인 ${racer}` })
      tokens.push((await three[0].sandbox('POST', '/grants', { clientId: client.clientId, channelId })).accessToken)
    }
    const changeSubscription = (action: string) => (each: ClusterProcess, racer: number) =>
      each.call('POST', `/open/v1/sessions/events/${action}/donation?sessionKey=${session.sessionKey}`, {
        token: tokens[racer]!,
      })
    for (let round = 0; round < rounds; round++) {
      const answers = await race(three, changeSubscription('subscribe'))
      assert.equal(answers.filter(({ status }) => status === 200).length, limits.subscriptionsPerSession)
      await race(three, changeSubscription('unsubscribe'))
      assert.equal((await session.drain()).length, 2 * limits.subscriptionsPerSession)
    }
  },
)

test(
  'when a gateway is killed, the places of its sessions and no others are free within 15 s, with a date',
  { skip },
  async (t) => {
    await using spread = await openCluster()
    const three = await startThreeProcesses(spread)
    const { client } = await createStreamer(three[0])
    using clients = new DisposableStack()
    const keys: string[] = []
    for (let index = 0; index < limits.clientSessions; index++) {
      const { content } = await three[index % 3]!.call('GET', '/open/v1/sessions/auth/client', { client })
      const guest = clients.use(await connect(content.url))
      keys.push(guest.sessionKey)
    }
    const [first, second, victim] = three
    const victimKeys = keys.filter((_, place) => place % 3 === 2)
    await victim.stop('SIGKILL')
    const killedAt = performance.now()
    let opened = 0
    while (opened < victimKeys.length) {
      const answers = await race([first, second], (each) =>
        each.call('GET', '/open/v1/sessions/auth/client', { client }),
      )
      opened += answers.filter(({ status }) => status === 200).length
    }
    const freeAfterMs = performance.now() - killedAt
    assert.equal(opened, victimKeys.length)
    const furtherResponses = await race([first, second], (each) =>
      each.call('GET', '/open/v1/sessions/auth/client', { client }),
    )
    assert.deepEqual(
      furtherResponses.filter(({ status }) => status === 200),
      [],
    )
    const { content } = await first.call('GET', '/open/v1/sessions/client?size=50', { client })
    const ended = content.data.filter((one: object) => 'disconnectedDate' in one)
    assert.deepEqual(ended.map(({ sessionKey }: { sessionKey: string }) => sessionKey).sort(), victimKeys.sort())
    t.diagnostic(`places free ${Math.round(freeAfterMs)} ms after the kill`)
  },
)
