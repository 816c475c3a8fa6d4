import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { Client } from 'pg'
import type { ClientReport } from './http/client.ts'
import { startProcess } from './shared/child.ts'
import { openTemporaryPostgres } from './shared/platform.ts'
import { startProgramWithToken } from './shared/program.ts'
import { medianBesideGoal, report } from './shared/report.ts'
import { median } from './shared/statistics.ts'
import { readCpuMicros } from './shared/system.ts'

/*
 * Measures chat messages sent over HTTP by 64 connections compared with the bare insert of their row, on the same database.
 *   node bench/chat-send.ts [rounds] [seconds per turn]
 */
const [rounds = 5, seconds = 2] = process.argv.slice(2).map(Number)
const insertConnections = 10
const content = '안녕하세요 오늘 방송도 재미있게 보고 있어요'

await using resources = new AsyncDisposableStack()
const { connection, databaseUrl } = resources.use(await openTemporaryPostgres())
const onair = await startProgramWithToken({
  ONAIR_DATABASE_URL: databaseUrl,
  ONAIR_SECRET_KEY: randomBytes(32).toString('base64'),
  ONAIR_INSPECTOR: 'on-demand',
  ONAIR_LOG_LEVEL: 'warn',
})
resources.defer(() => stop(onair.child))
const inserters = Array.from({ length: insertConnections }, () => new Client(connection))
await Promise.all(inserters.map((each) => each.connect()))
for (const each of inserters) resources.defer(() => each.end())
const { rows } = await inserters[0]!.query<{ id: string }>('select id from channel limit 1')
const channelId = rows[0]!.id

type Measurement = { perSecond: number; cpuMicros: number | null }
const contenders = {
  'bare insert, one row each': insertRows,
  Onair: () => sendMessages(onair),
}
const names = Object.keys(contenders) as (keyof typeof contenders)[]
const measured = new Map<string, Measurement[]>(names.map((name) => [name, []]))
for (let round = -1; round < rounds; round += 1)
  for (let offset = 0; offset < names.length; offset += 1) {
    const name = names[(offset + round + 1) % names.length]!
    const measurement = await contenders[name]()
    if (round >= 0) measured.get(name)!.push(measurement)
  }

const ratiosOf = (name: string) =>
  measured.get(name)!.map(({ perSecond }, round) => perSecond / measured.get(names[0]!)![round]!.perSecond)
await report({
  name: 'chat-send',
  packages: ['pg'],
  columns: ['', 'per second', 'to bare', 'CPU time of the server each'],
  rows: names.map((name) => {
    const cpuMicros = median(measured.get(name)!.map((each) => each.cpuMicros ?? 0))
    return [
      name,
      median(measured.get(name)!.map(({ perSecond }) => perSecond)).toFixed(0),
      name === 'Onair' ? medianBesideGoal(ratiosOf(name), { atLeast: 0.7 }) : '',
      cpuMicros === 0 ? '' : `${cpuMicros.toFixed(0)} µs`,
    ]
  }),
})

async function sendMessages(server: { child: ChildProcess; baseUrl: string; token: string }): Promise<Measurement> {
  const cpuMicrosBefore = readCpuMicros(server.child.pid)
  const json = JSON.stringify({ message: content })
  const args = ['bench/http/client.ts', server.baseUrl, server.token, String(seconds), '/open/v1/chats/send', json]
  const { child, line } = await startProcess(args)
  if (child.exitCode === null) await once(child, 'exit')
  const { perSecond, responses } = line as ClientReport
  return { perSecond, cpuMicros: (readCpuMicros(server.child.pid) - cpuMicrosBefore) / responses }
}

async function insertRows(): Promise<Measurement> {
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  let inserted = 0
  const insert = async (client: Client) => {
    for (; performance.now() < endsAt; inserted += 1)
      await client.query({
        name: 'insert',
        text: 'insert into chat_message (id, channel_id, sender_channel_id, content, message_time) values ($1, $2, $2, $3, $4)',
        values: [randomUUID(), channelId, content, Date.now()],
      })
  }
  await Promise.all(inserters.map((client) => insert(client)))
  return { perSecond: inserted / ((performance.now() - startedAt) / 1_000), cpuMicros: null }
}

async function stop(child: ChildProcess) {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}
