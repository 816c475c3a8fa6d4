import { once } from 'node:events'
import { startChild, startProcess } from './shared/child.ts'
import { startProgramWithToken } from './shared/program.ts'
import { besideGoal, report } from './shared/report.ts'
import { median, roundTo2 } from './shared/statistics.ts'
import { readCpuMicros } from './shared/system.ts'
import type { ClientReport } from './http/client.ts'
import type { FromBroadcaster, ToBroadcaster } from './inspector/broadcaster.ts'

/*
 * Measures the CPU time of GET /open/v1/users/me and of a chat message to 1,000 sockets, in programs that differ only in
 * `ONAIR_INSPECTOR`: no recorder, a recorder that is not in use, and a recorder of everything (the sandbox).
 * They take turns.
 *   node bench/inspector.ts [rounds] [seconds per round]
 */
const [rounds = 5, seconds = 3] = process.argv.slice(2).map(Number)
const modes = ['off', 'on-demand', 'all'] as const
type Mode = (typeof modes)[number]

const requests = await runRounds(await openHttpBenchmark())
const messages = await runRounds(openMessageBenchmark())
await report({
  name: 'inspector',
  columns: ['', 'no recorder', 'not in use', 'everything recorded', 'to no recorder'],
  rows: [
    ['a request (`users/me`)', ...requests.cells, besideGoal(requests.ratio, { atMost: 1.5 })],
    ['a message to 1,000 sockets', ...messages.cells, besideGoal(messages.ratio, { atMost: 2 })],
  ],
})

type Benchmark = { measure: (mode: Mode) => Promise<number>; stop: () => void }

async function runRounds({ measure, stop }: Benchmark) {
  const costs: Record<Mode, number[]> = { off: [], 'on-demand': [], all: [] }
  for (const mode of modes) await measure(mode)
  for (let round = 0; round < rounds; round++)
    for (let offset = 0; offset < modes.length; offset++) {
      const mode = modes[(offset + round) % modes.length] ?? 'off'
      costs[mode].push(await measure(mode))
    }
  stop()
  const ratio = (mode: Mode) => roundTo2(median(costs[mode].map((cost, round) => cost / (costs.off[round] ?? NaN))))
  const micros = (mode: Mode) => `${median(costs[mode]).toFixed(1)} µs`
  return {
    cells: [micros('off'), micros('on-demand'), micros('all')],
    ratio: ratio('all'),
  }
}

async function openHttpBenchmark(): Promise<Benchmark> {
  const programs = new Map<Mode, Awaited<ReturnType<typeof startProgramWithToken>>>()
  for (const mode of modes) programs.set(mode, await startProgramWithToken({ ONAIR_INSPECTOR: mode }))
  return {
    async measure(mode) {
      const { child, baseUrl, token } = programs.get(mode)!
      const cpuMicrosBefore = readCpuMicros(child.pid)
      const client = await startProcess(['bench/http/client.ts', baseUrl, token, String(seconds)])
      if (client.child.exitCode === null) await once(client.child, 'exit')
      return (readCpuMicros(child.pid) - cpuMicrosBefore) / (client.line as ClientReport).responses
    },
    stop: () => programs.forEach(({ child }) => child.kill()),
  }
}

function openMessageBenchmark(): Benchmark {
  const broadcasters = new Map(
    modes.map((mode) => [
      mode,
      startChild<ToBroadcaster, FromBroadcaster>(new URL('./inspector/broadcaster.ts', import.meta.url), [mode]),
    ]),
  )
  return {
    measure: async (mode) => (await broadcasters.get(mode)!.request({ messages: 2_000 * seconds })).cpuMicrosEach,
    stop: () => broadcasters.forEach((broadcaster) => broadcaster.stop()),
  }
}
