import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { clusterUnavailable, openCluster, type ClusterProcess } from '../support/programs/cluster.ts'
import {
  assertReceivedInOrder,
  connectAndSubscribe,
  createStreamer,
  listStoredDonationIds,
  sendDonation,
  startListener,
  waitUntilComplete,
} from '../support/apps/donations.ts'
import { eventually } from '../support/eventually.ts'
import { findFreePort } from '../support/programs/port.ts'

/** How often every process is killed; more by `npm run faults`. The long form has workers of their own, and an outage of 30 s. */
const rounds = Number(process.env['FAULT_ROLLING_ROUNDS'] ?? 0)
const outageSec = Number(process.env['FAULT_STOP_SEC'] ?? 30)

const quota = rounds === 0 ? 300 : 10_000

type Member = { roles: string; env: Record<string, string>; process: ClusterProcess }

/** Two API processes, each with its own gateway for new sessions. */
async function openSite() {
  const cluster = await openCluster()
  const start = async (roles: string, env: Record<string, string> = {}): Promise<Member> => {
    const own = { ...env, ONAIR_PORT: String(await findFreePort()) }
    return { roles, env: own, process: await cluster.start(roles, own) }
  }
  const gatewayRoles = rounds === 0 ? 'gateway,worker' : 'gateway'
  const gateways = [await start(gatewayRoles), await start(gatewayRoles)]
  const workers = rounds === 0 ? [] : [await start('worker'), await start('worker')]
  const apis = []
  for (const { process } of gateways)
    apis.push(await start('api', { ONAIR_SOCKET_URL: process.socketUrl, ONAIR_QUOTA_PER_TOKEN: `${quota}` }))
  return {
    cluster,
    apis,
    members: [apis[0]!, gateways[0]!, ...workers, apis[1]!, gateways[1]!],
    async replace(member: Member) {
      await member.process.stop('SIGKILL')
      member.process = await cluster.start(member.roles, member.env)
    },
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  }
}

describe('two API and two gateway processes', { skip: clusterUnavailable }, () => {
  if (rounds === 0)
    test('exchange events, count quotas together, and lose no acknowledged donation when a gateway and an API process are killed', (t) =>
      runRollingKills(t, 1, 2))
  else
    test(`lose no acknowledged donation while processes are killed and restarted one by one, and while Redis and PostgreSQL stop for ${outageSec} s`, (t) =>
      runRollingKills(t, rounds, 6))
})

async function runRollingKills(t: TestContext, times: number, membersToKill: number) {
  await using site = await openSite()
  const { cluster, apis } = site
  const streamer = await createStreamer(apis[0]!.process)
  await exchangeChats(apis, streamer)
  if (rounds === 0) await countTogether(apis)

  const callers = apis.map((api) => ({
    call: (...args: Parameters<ClusterProcess['call']>) => api.process.call(...args),
  }))
  await using first = await startListener(cluster, callers[0]!, streamer)
  await using second = await startListener(cluster, callers[1]!, streamer)
  const acknowledged: string[] = []
  const donate = async () => {
    const results = await Promise.allSettled(
      callers.map((caller) => sendDonation(caller as ClusterProcess, streamer.channelId)),
    )
    const donated = results.flatMap((result) =>
      result.status === 'fulfilled' && result.value.status === 200 ? [result.value] : [],
    )
    acknowledged.push(...donated.map(({ content }) => content.donationId))
    return donated.length
  }
  const donateUntil = async (done: Promise<unknown>) => {
    const ended = new AbortController()
    const waiting = done.finally(() => ended.abort())
    waiting.catch(() => {})
    while (!ended.signal.aborted) {
      await donate()
      await wait(20)
    }
    await waiting
    const endedAt = performance.now()
    await eventually(async () => (await donate()) === callers.length, { within: 60_000 })
    for (const { sessions } of [first, second]) await waitUntilComplete(sessions, cluster)
    return performance.now() - endedAt
  }

  const recovered: number[] = []
  for (let round = 0; round < times; round++)
    for (const member of site.members.slice(0, membersToKill)) recovered.push(await donateUntil(site.replace(member)))
  if (rounds > 0) recovered.push(...(await stopDependencies(site.members, donateUntil)))
  const stored = await listStoredDonationIds(cluster)
  assert.deepEqual(
    acknowledged.filter((id) => !stored.includes(id)),
    [],
  )
  for (const { sessions } of [first, second]) assertReceivedInOrder(sessions, stored)
  if (rounds > 0) t.diagnostic(`${stored.length} donations, complete after ${recovered.map(Math.round).join(', ')} ms`)
}

/** Stops Redis and PostgreSQL for all processes, one after the other. */
async function stopDependencies(members: Member[], donateUntil: (done: Promise<unknown>) => Promise<number>) {
  const recovered: number[] = []
  for (const dependency of ['toRedis', 'toDatabase'] as const) {
    const proxies = members.map(({ process }) => process[dependency])
    for (const proxy of proxies) proxy.freeze()
    const ended = wait(outageSec * 1_000).then(() => proxies.forEach((proxy) => proxy.thaw()))
    recovered.push(await donateUntil(ended))
  }
  return recovered
}

/** Each session receives the chats that both API processes accept, in the order of each. */
async function exchangeChats(apis: Member[], streamer: Awaited<ReturnType<typeof createStreamer>>) {
  const sessions = await Promise.all(apis.map(({ process }) => connectAndSubscribe('chat', process, streamer)))
  const long = '가'.repeat(90)
  for (let number = 0; number < 10; number++)
    await Promise.all(
      apis.map(({ process }, at) =>
        process.sandbox('POST', '/actions/chat', {
          channelId: streamer.channelId,
          byChannelId: streamer.channelId,
          message: `${at} ${number} ${long}`,
        }),
      ),
    )
  for (const session of sessions) {
    const contents: string[] = []
    while (contents.length < 20) contents.push(String((await session.next())[1].content))
    for (const at of [0, 1])
      assert.deepEqual(
        contents.filter((content) => content.startsWith(`${at} `)).map((content) => Number(content.split(' ')[1])),
        Array.from({ length: 10 }, (_, number) => number),
      )
    session[Symbol.dispose]()
  }
}

/** The processes together never exceed a quota. */
async function countTogether(apis: Member[]) {
  const { token } = await createStreamer(apis[0]!.process)
  const calls = Array.from({ length: quota + 20 }, (_, at) =>
    apis[at % 2]!.process.call('GET', '/open/v1/users/me', { token }),
  )
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  const served = statuses.filter((status) => status === 200).length
  assert.ok(served <= quota && served > quota / 2, `${served} of ${quota} calls were served`)
  assert.equal(statuses.filter((status) => status === 429).length, statuses.length - served)
}
