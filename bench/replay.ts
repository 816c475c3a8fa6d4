import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { sandboxApi, session } from '@onair/contract'
import { createClient, type Client as Caller } from '@onair/sdk/http'
import { generateNight } from '@onair/lab/replay'
import { eventually } from '../tests/support/eventually.ts'
import { startProgram } from '../tests/support/programs/program.ts'
import { connect } from '../tests/support/clients/session-client.ts'
import { openTemporaryPostgres } from './shared/platform.ts'
import { report } from './shared/report.ts'
import { readCpuMicros } from './shared/system.ts'

/*
 * Replays the night of 50,000 viewers without waiting, and compares what was generated with the rows of the database and
 * with what one session received. Also creates 5,000 people.
 *   node bench/replay.ts [minutes of the night]        180 is all of it
 */
const [minutes = 5] = process.argv.slice(2).map(Number)
const seed = 1
const types = ['CHAT', 'DONATION', 'SUBSCRIPTION'] as const
const sessionEvents = { chat: 'CHAT', donate: 'DONATION', subscribe: 'SUBSCRIPTION' } as const

await using resources = new AsyncDisposableStack()
const { connection, databaseUrl } = resources.use(await openTemporaryPostgres())
const program = resources.use(
  startProgram(['serve', '--port', '0', '--json'], {
    ONAIR_DATABASE_URL: databaseUrl,
    ONAIR_SECRET_KEY: randomBytes(32).toString('base64'),
    ONAIR_ARGON_MEMORY_KIB: '19456',
  }),
)
const { baseUrl, demo } = await program.ready()
const call = createClient({ baseUrl })
const sql = new Client(connection)
await sql.connect()
resources.defer(() => sql.end())

const peoplePerSec = await createPeople(5_000)
const received = await countReceived(call)
const rowsBefore = await countRows()
const cpuMicrosBefore = readCpuMicros(program.pid)
const startedAt = performance.now()
const result = await replay()
const tookSec = (performance.now() - startedAt) / 1_000
const cpuMicros = readCpuMicros(program.pid) - cpuMicrosBefore
const generated = countGenerated()
const hasArrived = () => types.every((type) => received.counts[type] >= generated.events[type])
await eventually(hasArrived, { within: 10_000 }).catch(() => {})
const rows = await countRows()
const stored = Object.fromEntries(Object.entries(rows).map(([name, count]) => [name, count - rowsBefore[name]!]))

/** The number of generated events that were not stored, or that the session did not receive. */
const lost = types.reduce((sum, type) => {
  const [expected, arrived] = [generated.events[type], received.counts[type]]
  return sum + Math.abs(expected - stored[type]!) + Math.abs(expected - arrived)
}, generated.actions - result.done)
await report({
  name: 'replay',
  columns: ['part of the night', 'actions', 'time', 'actions per second', 'CPU time of the server each'],
  rows: [
    [
      `${minutes} of 180 minutes`,
      generated.actions,
      `${tookSec.toFixed(1)} s`,
      Math.round(generated.actions / tookSec),
      `${Math.round(cpuMicros / generated.actions)} µs`,
    ],
  ],
  goals: [
    { name: 'refused, not stored or not received by a session', value: lost, atMost: 0 },
    { name: 'people created per second', value: Math.round(peoplePerSec), atLeast: 1_000 },
  ],
})
received.close()

async function replay(): Promise<{ done: number; refused: number; skipped: number }> {
  const args = ['night-huge', '--seed', String(seed), '--to', `${minutes}m`, '--speed', 'max', '--json']
  const { code, stdout, stderr } = await startProgram(['replay', ...args, '--url', baseUrl]).ended
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

function countGenerated() {
  const events = { CHAT: 0, DONATION: 0, SUBSCRIPTION: 0 }
  let actions = 0
  for (const line of generateNight('night-huge', seed)) {
    if (line.kind !== 'action' || line.atMs >= minutes * 60_000) continue
    actions += 1
    const event = sessionEvents[line.action as keyof typeof sessionEvents]
    if (event !== undefined) events[event] += 1
  }
  return { actions, events }
}

async function createPeople(count: number): Promise<number> {
  const from = performance.now()
  for (let created = 0; created < count; created += 1_000) {
    const channelNames = Array.from({ length: 1_000 }, (_, at) => `person ${created + at}`)
    await call(sandboxApi.people.createPeople, { body: { channelNames } })
  }
  return (count * 1_000) / (performance.now() - from)
}

/** A session of the streamer that counts its events. */
async function countReceived(sandbox: Caller) {
  const channelId = demo.people.find(({ is }) => is === 'streamer')!.channelId
  const { accessToken } = await sandbox(sandboxApi.grants.createGrant, { body: { clientId: demo.clientId, channelId } })
  const user = createClient({ baseUrl, credentials: { accessToken } })
  const client = await connect((await user(session.openUserSession)).url)
  const parameters = { sessionKey: client.sessionKey }
  for (const endpoint of [session.subscribeChat, session.subscribeDonation, session.subscribeSubscription])
    await user(endpoint, { parameters })
  const counts = { CHAT: 0, DONATION: 0, SUBSCRIPTION: 0 }
  const timer = setInterval(() => {
    for (const [event] of client.readArrived()) if (event in counts) counts[event as keyof typeof counts] += 1
  }, 20)
  return {
    counts,
    close() {
      clearInterval(timer)
      client[Symbol.dispose]()
    },
  }
}

async function countRows(): Promise<Record<string, number>> {
  const { rows: counted } = await sql.query<Record<string, number>>(
    `select (select count(*)::int from chat_message) "CHAT", (select count(*)::int from donation) "DONATION",
       (select count(*)::int from subscription_event) "SUBSCRIPTION"`,
  )
  return counted[0]!
}
