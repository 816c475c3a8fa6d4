import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '@onair/contract'
import { clusterUnavailable, openCluster, type ClusterProcess } from '../support/programs/cluster.ts'
import {
  assertReceivedInOrder,
  createStreamer,
  listStoredDonationIds,
  sendDonation,
  type ReceivedSession,
} from '../support/apps/donations.ts'
import { eventually } from '../support/eventually.ts'
import { findFreePort } from '../support/programs/port.ts'
import { connect, type SessionClient } from '../support/clients/session-client.ts'

/** How many sessions are connected to the process that is restarted; more by `npm run faults`. */
const sessionCount = Number(process.env['FAULT_ROLLING_SESSIONS'] ?? 40)
const concurrency = 16
/** Every donation goes to every session: more would measure how fast two processors deliver. */
const deliveriesPerSec = 2_500
const donationPauseMs = Math.max(20, (sessionCount / deliveriesPerSec) * 1_000)

type Bot = { client: { clientId: string; clientSecret: string }; token: string }

describe('a rolling restart', { skip: clusterUnavailable }, () => {
  test(`of one of two processes loses no donation of ${sessionCount} connected sessions, which reconnect to the other`, async (t) => {
    await using cluster = await openCluster()
    const env = { ONAIR_PORT: String(await findFreePort()) }
    let first = await cluster.start('api,gateway', env)
    const second = await cluster.start('api,gateway,worker')
    const { channelId } = await createStreamer(second)
    const bots = await createBots(second, channelId)
    const listeners = Array.from({ length: sessionCount }, (_, at) => new Listener(bots[at % bots.length]!))
    const startedAt = performance.now()
    await runConcurrently(listeners, (listener) => listener.open(first, cluster))
    t.diagnostic(`${sessionCount} sessions connected after ${Math.round(performance.now() - startedAt)} ms`)

    const donations = new AbortController()
    const acknowledged: string[] = []
    const donating = (async () => {
      while (!donations.signal.aborted) {
        const { status, content } = await sendDonation(second, channelId)
        if (status === 200) acknowledged.push(content.donationId)
        await wait(donationPauseMs)
      }
    })()
    // Ends before the processes, also when an assertion fails.
    await using _ = {
      async [Symbol.asyncDispose]() {
        donations.abort()
        await donating
      },
    }
    await eventually(() => acknowledged.length >= 10, { within: 20_000 + 20 * donationPauseMs })
    const storedBefore = await listStoredDonationIds(cluster)
    const stoppedAt = performance.now()
    const stopping = first.stop('SIGTERM')
    // While the first process stops and starts, its clients are served by the second one.
    await runConcurrently(listeners, async (listener) => {
      await listener.closed()
      await listener.open(second, cluster)
    })
    t.diagnostic(`${sessionCount} sessions reconnected after ${Math.round(performance.now() - stoppedAt)} ms`)
    assert.equal((await stopping).code, 0)
    first = await cluster.start('api,gateway', env)
    assert.equal((await sendDonation(first, channelId)).status, 200)
    donations.abort()
    await donating
    const stored = await listStoredDonationIds(cluster)
    const last = stored.at(-1)
    await eventually(() => listeners.every(({ sessions }) => sessions.at(-1)?.ids.at(-1) === last), { within: 60_000 })
    assert.deepEqual(
      acknowledged.filter((id) => !stored.includes(id)),
      [],
    )
    for (const { sessions } of listeners) {
      assertReceivedInOrder(sessions, stored)
      assert.equal(sessions.length, 2)
      const ended = stored.indexOf(sessions[0]!.ids.at(-1) ?? '') + 1
      assert.ok(ended >= storedBefore.length, `${ended} of ${storedBefore.length} events before the restart`)
    }
    for (const listener of listeners) listener.close()
  })
})

/** A session that is opened again elsewhere, with the events of each. */
class Listener {
  readonly sessions: ReceivedSession[] = []
  readonly #bot: Bot
  #client: SessionClient | null = null
  #closed: Promise<void> = Promise.resolve()

  constructor(bot: Bot) {
    this.#bot = bot
  }

  closed(): Promise<void> {
    return this.#closed
  }

  async open(api: ClusterProcess, cluster: Parameters<typeof listStoredDonationIds>[0]): Promise<void> {
    const { client, token } = this.#bot
    // The slots of the sessions that end are released within the next moments.
    const opened = await eventually(
      async () => {
        const { status, content } = await api.call('GET', '/open/v1/sessions/auth/client', { client })
        return status === 200 && content
      },
      { within: 60_000 },
    )
    const session = await connect(opened.url)
    const path = `/open/v1/sessions/events/subscribe/donation?sessionKey=${session.sessionKey}`
    // 503: the gateway did not confirm in time. Subscribing again is safe.
    await eventually(
      async () => {
        const { status } = await api.call('POST', path, { token })
        assert.ok(status === 200 || status === 503, String(status))
        return status === 200
      },
      { within: 60_000 },
    )
    assert.equal((await session.next())[1].type, 'subscribed')
    const received = { subscribedAfter: (await listStoredDonationIds(cluster)).length, ids: [], isClosed: false }
    this.sessions.push(received)
    this.#client = session
    this.#closed = receiveAll(session, received)
  }

  close(): void {
    this.#client?.[Symbol.dispose]()
  }
}

async function receiveAll(session: SessionClient, received: ReceivedSession): Promise<void> {
  await session.forEachEvent(([, { eventId }]) => void received.ids.push(eventId))
  received.isClosed = true
}

/** Applications with access to the channel: each has up to 10 sessions. */
async function createBots(api: ClusterProcess, channelId: string): Promise<Bot[]> {
  const count = Math.ceil(sessionCount / limits.clientSessions)
  const bots: Bot[] = []
  await runConcurrently(Array.from({ length: count }), async () => {
    const client = await api.sandbox('POST', '/apps', { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback' })
    const grant = await api.sandbox('POST', '/grants', { clientId: client.clientId, channelId })
    bots.push({ client, token: grant.accessToken })
  })
  return bots
}

async function runConcurrently<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const work = async () => {
    for (const item of waiting) await task(item)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}
