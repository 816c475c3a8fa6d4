import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { clusterUnavailable } from '../../server/test/cluster.ts'
import { createStreamer, listStoredDonationIds, sendDonation } from '../../server/test/donations.ts'
import { eventually } from '../../server/test/eventually.ts'
import { openSixProcesses } from '../../server/test/test-site.ts'
import { runChatScenario } from './chat-scenario.ts'

/** How long Redis and PostgreSQL stop; by `npm run scenarios` only. */
const outageSec = Number(process.env['SCENARIO_STOP_SEC'] ?? 0)
const recoveredWithin = { within: 10_000 }

type Site = Awaited<ReturnType<typeof openSixProcesses>>

test(
  'the chat scenario works on six processes within 10 s after each was killed and after Redis and PostgreSQL stopped, and no acknowledged donation is lost',
  { skip: clusterUnavailable || (outageSec === 0 && 'npm run scenarios') },
  async (t) => {
    await using site = await openSixProcesses()
    await runChatScenario(site.url)
    const load = await startDonations(site)
    const recovered = async (after: string) => {
      const startedAt = performance.now()
      // A scenario that began with a session of a killed process fails; a new one must work.
      await eventually(() => runChatScenario(site.url).then(() => true), recoveredWithin)
      t.diagnostic(`${Math.round(performance.now() - startedAt)} ms after ${after}`)
    }
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
  },
)

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
