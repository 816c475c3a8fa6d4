import { setTimeout } from 'node:timers/promises'
import { startChild, type Child } from './shared/child.ts'
import { medianBesideGoal, report } from './shared/report.ts'
import { median } from './shared/statistics.ts'
import { readNumberOption, requireOpenFiles } from './shared/system.ts'
import type { FromServer, ToServer } from './chat-fanout/server.ts'
import type { FromClients, ToClients } from './chat-fanout/clients.ts'
import { clientCount, countDeliveries, type Scenario, scenarios } from './chat-fanout/rooms.ts'

/*
 * Measures the CPU time of the server per delivered chat message, for Onair, bare TCP and Socket.IO.
 * Each server is a process. The servers take turns in each round. One more process holds all clients.
 *   node bench/chat-fanout.ts [--rounds=9]
 */
const names = ['onair', 'bare-tcp', 'socket.io'] as const
const runsPerRound: Record<Scenario, number> = { thousand: 10, all: 3, channels: 3, busy: 1 }
const titles: Record<Scenario, string> = {
  thousand: '1 message to 1,000 clients',
  all: '1 message to 5,000 clients',
  channels: '5,000 clients in 2,000 channels',
  busy: '500 messages/s to 100 clients',
}
const warmUpRounds = 2
const rounds = readNumberOption('rounds', 9)

requireOpenFiles(names.length * clientCount + 100)

const clients = startChild<ToClients, FromClients>(new URL('./chat-fanout/clients.ts', import.meta.url))
const servers = new Map<string, { process: Child<ToServer, FromServer>; bytesPerMessage: number }>()
for (const [n, name] of names.entries()) {
  const process = startChild<ToServer, FromServer>(new URL('./chat-fanout/server.ts', import.meta.url), [name])
  const ready = await process.next()
  if (!('port' in ready)) throw new Error(`${name} did not report its port`)
  await clients.request({ connectTo: name, port: ready.port, count: clientCount, host: `127.0.0.${n + 2}` })
  servers.set(name, { process, bytesPerMessage: ready.bytesPerMessage })
}

const costs = new Map<string, number[]>()
for (let round = 0; round < warmUpRounds + rounds; round++)
  for (const scenario of scenarios)
    // The order of the servers changes from round to round.
    for (let offset = 0; offset < names.length; offset++) {
      const name = names[(offset + round) % names.length]!
      const cost = await measure(name, scenario)
      if (round < warmUpRounds) continue
      const key = `${scenario} ${name}`
      costs.set(key, [...(costs.get(key) ?? []), cost])
    }

/** Returns the CPU time per delivery in microseconds. */
async function measure(name: (typeof names)[number], scenario: Scenario): Promise<number> {
  const { process, bytesPerMessage } = servers.get(name)!
  const deliveries = countDeliveries(scenario)
  await process.request({ usage: true })
  for (let run = 0; run < runsPerRound[scenario]; run++) {
    const delivered = clients.next()
    clients.send({ expectBytes: deliveries * bytesPerMessage, from: name })
    process.send({ broadcast: scenario })
    await delivered
    // More than 50 messages per second would be a busy channel.
    await setTimeout(25)
  }
  const usage = await process.request({ usage: true })
  if (!('cpuMicros' in usage)) throw new Error(`${name} did not report its CPU time`)
  return usage.cpuMicros / (deliveries * runsPerRound[scenario])
}

const ratios = (scenario: Scenario, other: string) =>
  costs.get(`${scenario} onair`)!.map((cost, round) => cost / costs.get(`${scenario} ${other}`)![round]!)
const micros = (scenario: Scenario, name: string) => `${median(costs.get(`${scenario} ${name}`)!).toFixed(2)} µs`
await report({
  name: 'chat-fanout',
  packages: ['socket.io'],
  columns: ['', 'Onair', 'bare TCP', 'Socket.IO', 'to bare TCP', 'to Socket.IO'],
  rows: scenarios.map((scenario) => [
    titles[scenario],
    ...names.map((name) => micros(scenario, name)),
    medianBesideGoal(ratios(scenario, 'bare-tcp'), { atMost: scenario === 'busy' ? 0.5 : 1.15 }),
    medianBesideGoal(ratios(scenario, 'socket.io'), { atMost: 0.65 }),
  ]),
})

clients.stop()
for (const { process } of servers.values()) process.stop()
