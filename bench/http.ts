import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { startProcess } from './shared/child.ts'
import { startProgramWithToken } from './shared/program.ts'
import { medianBesideGoal, report } from './shared/report.ts'
import { median } from './shared/statistics.ts'
import { readCpuMicros } from './shared/system.ts'
import type { ClientReport } from './http/client.ts'

/*
 * Measures GET /open/v1/users/me compared with a bare node:http server that sends the same bytes: requests per second of one
 * client process, and CPU time of the server per request. The servers take turns in each round.
 *   node bench/http.ts [rounds] [seconds per turn]
 */
const [rounds = 5, seconds = 3] = process.argv.slice(2).map(Number)
const redisUrl = process.env['TEST_REDIS_URL']

type Server = { name: string; child: ChildProcess; baseUrl: string; token: string; goal?: number }
const servers: Server[] = []
const startOnair = async (name: string, goal: number, env: Record<string, string>) => {
  const program = await startProgramWithToken({ ONAIR_INSPECTOR: 'on-demand', ONAIR_LOG_LEVEL: 'warn', ...env })
  servers.push({ name, goal, ...program })
  return program
}
const { baseUrl, token } = await startOnair('Onair, `ONAIR_LOG_LEVEL=warn` (the sandbox)', 0.8, {})
await startOnair('Onair, `ONAIR_LOG_LEVEL=info` (production)', 0.7, { ONAIR_LOG_LEVEL: 'info' })
if (redisUrl !== undefined)
  await startOnair('Onair, quotas in Redis', 0.6, {
    ONAIR_REDIS_URL: redisUrl,
    ONAIR_REDIS_PREFIX: `bench:${randomBytes(6).toString('hex')}:`,
  })

const response = await fetch(`${baseUrl}/open/v1/users/me`, { headers: { authorization: `Bearer ${token}` } })
const headers = [...response.headers].filter(([name]) => !['connection', 'keep-alive', 'date'].includes(name))
const bareResponse = JSON.stringify({ headers, body: await response.text() })
const bareServer = await startProcess(['bench/http/bare.ts', bareResponse])
const bareUrl = (bareServer.line as { baseUrl: string }).baseUrl
servers.unshift({ name: 'bare `node:http`', child: bareServer.child, baseUrl: bareUrl, token })

type Measurement = { perSecond: number; cpuMicros: number }
const measured = new Map<Server, Measurement[]>(servers.map((server) => [server, []]))
for (const server of servers) await sendRequests(server, 2)
for (let round = 0; round < rounds; round += 1)
  // The order of the servers changes from round to round.
  for (let offset = 0; offset < servers.length; offset += 1) {
    const server = servers[(offset + round) % servers.length]!
    measured.get(server)!.push(await sendRequests(server, seconds))
  }
for (const { child } of servers) child.kill()

const [bare] = servers
const ratiosOf = (server: Server) =>
  measured.get(server)!.map(({ perSecond }, round) => perSecond / measured.get(bare!)![round]!.perSecond)
const medianOf = (server: Server, field: keyof Measurement) => median(measured.get(server)!.map((each) => each[field]))
await report({
  name: 'http',
  columns: ['', 'requests/s', 'to bare', 'CPU time each', 'bare / this'],
  rows: servers.map((server) => [
    server.name,
    medianOf(server, 'perSecond').toFixed(0),
    server.goal === undefined ? '' : medianBesideGoal(ratiosOf(server), { atLeast: server.goal }),
    `${medianOf(server, 'cpuMicros').toFixed(1)} µs`,
    server === bare ? '' : (medianOf(bare!, 'cpuMicros') / medianOf(server, 'cpuMicros')).toFixed(2),
  ]),
})

/** Runs one client process with 64 connections against a server. */
async function sendRequests({ baseUrl, token, child: server }: Server, forSeconds: number): Promise<Measurement> {
  const cpuMicrosBefore = readCpuMicros(server.pid)
  const { child, line } = await startProcess(['bench/http/client.ts', baseUrl, token, String(forSeconds)])
  if (child.exitCode === null) await once(child, 'exit')
  const { perSecond, responses } = line as ClientReport
  return {
    perSecond,
    cpuMicros: (readCpuMicros(server.pid) - cpuMicrosBefore) / responses,
  }
}
