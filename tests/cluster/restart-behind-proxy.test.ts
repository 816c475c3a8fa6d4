import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  apiCalls,
  clusterUnavailable,
  openCluster,
  type Cluster,
  type ClusterProcess,
} from '../support/programs/cluster.ts'
import { firstWait, listDocBots } from '../support/clients/doc-bots.ts'
import type { runSnippet } from '../support/clients/doc-snippets.ts'
import { createStreamer, sendDonation } from '../support/apps/donations.ts'
import { eventually } from '../support/eventually.ts'
import { findFreePort } from '../support/programs/port.ts'
import { missingProxy, openProxy, proxyKinds, type ProxyKind } from '../support/programs/proxies.ts'

/** How often each process is restarted; more by `npm run faults`. */
const rounds = Number(process.env['FAULT_RESTART_ROUNDS'] ?? 1)
const donationPauseMs = 500

describe('a rolling restart of two processes of each role', { skip: clusterUnavailable }, () => {
  for (const kind of proxyKinds)
    test(
      `behind ${kind} refuses no call, and costs each bot one connect per gateway`,
      { skip: missingProxy(kind) },
      (t) => restartBehind(kind, t),
    )
})

async function restartBehind(kind: ProxyKind, t: TestContext) {
  await using closing = new AsyncDisposableStack()
  const cluster = closing.use(await openCluster())
  const [apis, gateways] = [await findPorts(2), await findPorts(2)]
  const proxy = closing.use(await openProxy(kind, { apis, gateways }))
  const env = { ONAIR_BASE_URL: proxy.url, ONAIR_SOCKET_URL: proxy.url, ONAIR_TRUST_PROXY: 'true' }
  const members: Member[] = []
  for (const [roles, ports] of [
    ['api', apis],
    ['gateway', gateways],
    ['worker', await findPorts(2)],
  ] as const)
    for (const port of ports) members.push(await Member.start(cluster, roles, { ...env, ONAIR_PORT: String(port) }))
  const api = apiCalls(proxy.url)
  const { channelId, token } = await createStreamer(api)
  const bots = listDocBots(receiveDonations)
    .filter(({ name }) => name !== 'Python')
    .map(({ name, run }) => {
      const env = { ONAIR_URL: proxy.url, TOKEN: token, NODE_EXTRA_CA_CERTS: proxy.ca }
      return new Listener(name, closing.use(run(env, rounds * 300_000)))
    })
  const allSubscribed = () => eventually(() => bots.every(({ isSubscribed }) => isSubscribed), { within: 60_000 })
  await allSubscribed()
  const donations = new Donations(() => sendDonation(api, channelId))
  for (let round = 0; round < rounds; round++)
    for (const member of members) {
      await member.restart()
      await allSubscribed()
    }
  const ids = await donations.stop()
  await eventually(() => bots.every(({ received }) => received.at(-1) === ids.at(-1)), { within: 60_000 })
  t.diagnostic(`${ids.length} donations, ${rounds * members.length} restarts`)
  assert.deepEqual(donations.refusals, [])
  for (const bot of bots) assertOneConnectPerGateway(t, bot, ids)
}

function assertOneConnectPerGateway(t: TestContext, { name, received, waits, gapsMs }: Listener, ids: string[]) {
  const missed = ids.filter((id) => !received.includes(id))
  const gaps = gapsMs.map((ms) => Math.round(ms))
  t.diagnostic(`${name}: missed ${missed.length} donations in ${gaps.length} gaps of ${gaps.join(', ')} ms`)
  assert.deepEqual(
    received,
    ids.filter((id) => received.includes(id)),
  )
  assert.ok(waits.length <= 2 * rounds, `${waits.length} sessions ended`)
  // A second wait would be longer: every connect succeeded at once.
  for (const line of waits) assert.match(line, firstWait)
  const missedRuns = ids.filter((id, at) => missed.includes(id) && !missed.includes(ids[at - 1] ?? ''))
  assert.ok(missedRuns.length <= waits.length, `${missedRuns.length} runs of missed donations`)
}

/** Makes the bots of docs/sessions.md print the ids of donations. Python's code stays, because it does not run here. */
function receiveDonations(code: string): string {
  if (code.includes('import http.client')) return code
  const rewritten = code
    .replace('/subscribe/chat?', '/subscribe/donation?')
    .replace('session.subscribeChat', 'session.subscribeDonation')
    .replace("socket.on('CHAT'", "socket.on('DONATION'")
    .replace('CHAT: (', 'DONATION: (')
    .replace(
      '({ profile, content }) => console.log(`${profile?.nickname}: ${content}`)',
      '({ eventId }) => console.log(`event ${eventId}`)',
    )
  assert.match(rewritten, /event \$\{eventId\}/)
  return rewritten
}

class Member {
  readonly #start: () => Promise<ClusterProcess>
  #process: ClusterProcess

  private constructor(start: () => Promise<ClusterProcess>, process: ClusterProcess) {
    this.#start = start
    this.#process = process
  }

  static async start(cluster: Cluster, roles: string, env: Record<string, string>): Promise<Member> {
    const start = () => cluster.start(roles, env)
    return new Member(start, await start())
  }

  async restart(): Promise<void> {
    assert.equal((await this.#process.stop('SIGTERM')).code, 0)
    this.#process = await this.#start()
  }
}

/** Donates until it is stopped. */
class Donations {
  readonly refusals: string[] = []
  readonly #stopping = new AbortController()
  readonly #ids: Promise<string[]>

  constructor(donate: () => ReturnType<typeof sendDonation>) {
    this.#ids = this.#run(donate)
  }

  /** The ids of all acknowledged donations. */
  stop(): Promise<string[]> {
    this.#stopping.abort()
    return this.#ids
  }

  async #run(donate: () => ReturnType<typeof sendDonation>): Promise<string[]> {
    const ids: string[] = []
    while (!this.#stopping.signal.aborted) {
      try {
        const { status, content } = await donate()
        if (status === 200) ids.push(content.donationId)
        else this.refusals.push(String(status))
      } catch (error) {
        this.refusals.push(String(error))
      }
      await wait(donationPauseMs)
    }
    return ids
  }
}

/** The output of a bot. */
class Listener {
  readonly name: string
  readonly received: string[] = []
  /** The lines that say how long the bot waits after a session. */
  readonly waits: string[] = []
  /** The times from the end of a session until the next one is subscribed. */
  readonly gapsMs: number[] = []
  isSubscribed = false
  #endedAt: number | null = null

  constructor(name: string, bot: ReturnType<typeof runSnippet>) {
    this.name = name
    void this.#read(bot)
  }

  async #read(bot: ReturnType<typeof runSnippet>) {
    for (;;) {
      const line = await bot.next().catch(() => null)
      if (line === null) return
      this.#handle(line)
    }
  }

  #handle(line: string) {
    if (line.startsWith('event ')) this.received.push(line.slice('event '.length))
    else if (line.startsWith('reconnecting')) {
      this.waits.push(line)
      this.isSubscribed = false
      this.#endedAt ??= performance.now()
    } else if (line.startsWith('subscribed')) {
      this.isSubscribed = true
      if (this.#endedAt !== null) this.gapsMs.push(performance.now() - this.#endedAt)
      this.#endedAt = null
    }
  }
}

async function findPorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) ports.push(await findFreePort())
  return ports
}
