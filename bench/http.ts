import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { startProcess } from './shared/child.ts'
import { startProgramWithToken } from './shared/program.ts'
import { median } from './shared/statistics.ts'
import { readCpuMicros } from './shared/system.ts'
import type { ClientReport } from './http/client.ts'

/*
 * Measures GET /open/v1/users/me compared with a bare node:http server that sends the same bytes: requests per second of one
 * client process, and CPU time of the server per request. The servers take turns in each round.
 *   node bench/http.ts [rounds] [seconds per round]
 */
const [rounds = 5, seconds = 4] = process.argv.slice(2).map(Number)

const onair = await startProgramWithToken({ INSPECTOR: 'on-demand' })
const { baseUrl, token } = onair
const response = await fetch(`${baseUrl}/open/v1/users/me`, { headers: { authorization: `Bearer ${token}` } })
const headers = [...response.headers].filter(([name]) => !['connection', 'keep-alive', 'date'].includes(name))
const bareResponse = JSON.stringify({ headers, body: await response.text() })
const bare = await startProcess(['bench/http/bare.ts', bareResponse])
const { baseUrl: bareUrl } = bare.line as { baseUrl: string }

type Measurement = { perSecond: number; cpuMicros: number }
const measured = { onair: [] as Measurement[], bare: [] as Measurement[] }
await sendRequests(baseUrl, 2, onair.child)
await sendRequests(bareUrl, 2, bare.child)
for (let round = 0; round < rounds; round += 1) {
  measured.bare.push(await sendRequests(bareUrl, seconds, bare.child))
  measured.onair.push(await sendRequests(baseUrl, seconds, onair.child))
}
onair.child.kill()
bare.child.kill()

const medianCpuMicros = (measurements: Measurement[]) => median(measurements.map(({ cpuMicros }) => cpuMicros))
const ratios = measured.onair.map(({ perSecond }, round) => perSecond / (measured.bare[round]?.perSecond ?? Number.NaN))
for (const [name, measurements] of [
  ['bare node:http', measured.bare],
  ['Onair users/me', measured.onair],
] as const) {
  const perSecond = median(measurements.map((measurement) => measurement.perSecond)).toFixed(0)
  const cpuMicros = medianCpuMicros(measurements).toFixed(1)
  console.log(`${name}   ${perSecond} requests/s, ${cpuMicros} µs of CPU time each (median of ${rounds} rounds)`)
}
console.log(
  `ratio of requests/s   ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}); goal: at least 0.75`,
)
console.log(`ratio of CPU time     ${(medianCpuMicros(measured.bare) / medianCpuMicros(measured.onair)).toFixed(2)}`)

/** Runs one client process with 64 connections against a server. */
async function sendRequests(url: string, forSeconds: number, server: ChildProcess): Promise<Measurement> {
  const cpuMicrosBefore = readCpuMicros(server.pid)
  const { child, line } = await startProcess(['bench/http/client.ts', url, token, String(forSeconds)])
  if (child.exitCode === null) await once(child, 'exit')
  const { perSecond, responses } = line as ClientReport
  return {
    perSecond,
    cpuMicros: (readCpuMicros(server.pid) - cpuMicrosBefore) / responses,
  }
}
