import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { clusterUnavailable } from '../support/programs/cluster.ts'
import { createStreamer, listStoredDonationIds, sendDonation } from '../support/apps/donations.ts'
import { eventually } from '../support/eventually.ts'
import { httpBrowser } from '../support/clients/http-browser.ts'
import { oldClients } from '../support/clients/old-clients.ts'
import { openSixProcesses } from '../support/apps/test-site.ts'
import { connectViewer } from '../support/clients/viewer-client.ts'
import { runChatScenario } from './chat-scenario.ts'
import { runOldClientScenario } from './old-client-scenario.ts'

/** How long Redis and PostgreSQL stop. `npm run scenarios` sets it, and then kills each process; without it one is killed. */
const { SCENARIO_STOP_SEC: stopSec } = process.env
const outageSec = Number(stopSec ?? 1)
const recoveredWithin = { within: 10_000 }

type Site = Awaited<ReturnType<typeof openSixProcesses>>
type DemoPerson = { channelId: string; email: string; password: string }

describe('two API, two gateway and two worker processes', { skip: clusterUnavailable }, () => {
  let site: Site
  before(async () => {
    site = await openSixProcesses()
  })
  after(() => site[Symbol.asyncDispose]())

  test('viewers connected to both gateways are counted, and receive chat and changes from the API', async () => {
    const people: DemoPerson[] = (await site.sandbox('GET', '')).demo.people
    const [{ channelId, email, password }, { channelId: byChannelId }, viewer] = [people[0]!, people[4]!, people[3]!]
    const streamer = httpBrowser(site.url)
    await streamer.signIn(email, password)
    // The streamer is not counted as a viewer.
    const viewerBrowser = httpBrowser(site.url)
    await viewerBrowser.signIn(viewer.email, viewer.password)
    await streamer.callConsole('POST', '/live', {})
    using guestClient = await connectViewer(httpBrowser(site.url), channelId)
    using viewerClient = await connectViewer(viewerBrowser, channelId)
    const waitForEvent = async (
      client: typeof guestClient,
      name: string,
      matches: (payload: any) => boolean = () => true,
    ) => {
      // `next` throws after 20 s without an event.
      for (;;) {
        const [event, payload] = await client.next()
        if (event === name && matches(payload)) return payload
      }
    }
    await waitForEvent(guestClient, 'STATE', ({ live }) => live.viewers === 2)
    const { messageId, messageTime } = await site.sandbox('POST', '/actions/chat', {
      channelId,
      byChannelId,
      message: '안녕',
    })
    for (const client of [guestClient, viewerClient])
      assert.equal((await waitForEvent(client, 'CHAT')).eventId, messageId)
    await streamer.callConsole('DELETE', `/channels/${channelId}/chat/${messageId}`)
    assert.deepEqual(await waitForEvent(guestClient, 'HIDDEN'), { senderChannelId: byChannelId, messageTime })
    await streamer.callConsole('PATCH', '/live/setting', { defaultLiveTitle: '다른 제목' })
    await waitForEvent(guestClient, 'STATE', ({ title }) => title === '다른 제목')
    await viewerClient.disconnect()
    await waitForEvent(guestClient, 'STATE', ({ live }) => live.viewers === 1)
  })

  test(`scenarios pass within 10 s after ${stopSec === undefined ? 'one process' : 'each process'} was killed and after Redis and PostgreSQL stopped for ${outageSec} s, and no acknowledged donation is lost`, async (t) => {
    await runScenarios(site)
    const load = await startDonations(site)
    const recovered = async (event: string) => {
      const startedAt = performance.now()
      // A scenario that began with a session of a killed process fails; a new one must work.
      await eventually(() => runScenarios(site).then(() => true), recoveredWithin)
      t.diagnostic(`${Math.round(performance.now() - startedAt)} ms after ${event}`)
    }
    if (stopSec === undefined) {
      await site.members.find(({ roles }) => roles === 'gateway')?.process.stop('SIGKILL')
      await recovered('the kill of a gateway')
    } else
      for (const member of site.members) {
        await member.process.stop('SIGKILL')
        await recovered(`the kill of ${member.roles}`)
        member.process = await site.cluster.start(member.roles, member.env)
      }
    for (const [name, proxyOf] of [
      ['Redis', ({ process }: Site['members'][number]) => process.toRedis],
      ['PostgreSQL', ({ process }: Site['members'][number]) => process.toDatabase],
    ] as const) {
      for (const member of site.members) proxyOf(member).disconnect()
      await wait(outageSec * 1_000)
      for (const member of site.members) proxyOf(member).restore()
      await recovered(`${name} was back`)
    }
    const acknowledged = await load.stop()
    const stored = new Set(await listStoredDonationIds(site.cluster))
    assert.ok(acknowledged.length > 10, `${acknowledged.length} donations were acknowledged`)
    assert.deepEqual(
      acknowledged.filter((id) => !stored.has(id)),
      [],
    )
    t.diagnostic(`${acknowledged.length} donations acknowledged, ${stored.size} stored`)
  })
})

let runs = 0

/** The chat scenario, and that of the next published client. */
async function runScenarios(site: Site): Promise<void> {
  await runChatScenario(site.url)
  const client = oldClients[runs++ % oldClients.length]!
  await runOldClientScenario(site, client, { mode: 'polling, then websocket', kind: 'user' })
}

/** Donates until `stop`, which returns the ids of the donations that the site acknowledged. */
async function startDonations(site: Site) {
  const call: Parameters<typeof sendDonation>[0]['call'] = async (method, path, options) => {
    const { status, body } = await site.call(method, path, options)
    return { status, content: body.content, message: body.message }
  }
  const { channelId } = await createStreamer(site)
  const acknowledged: string[] = []
  const stopping = new AbortController()
  const donating = (async () => {
    while (!stopping.signal.aborted) {
      // A killed process closes the connection of the call.
      const donated = await sendDonation({ call }, channelId).catch(() => null)
      if (donated?.status === 200) acknowledged.push(donated.content.donationId)
      await wait(50)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await donating
      return acknowledged
    },
  }
}
