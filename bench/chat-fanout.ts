import { median, requireOpenFiles, roundTo2, startChild, type Child } from './child.ts'
import type { FromContender, ToContender } from './chat-fanout/contender.ts'
import type { FromListeners, ToListeners } from './chat-fanout/listeners.ts'
import { countDeliveries, listeners, type Scenario, scenarios } from './chat-fanout/rooms.ts'

/**
 * What one delivery of a chat costs the server's processor, beside bare TCP and beside Socket.IO.
 * The contenders are processes of their own and take turns within each round; one more process holds every listener.
 */
const names = ['onair', 'bare-tcp', 'socket.io'] as const
const chatsPerRound: Record<Scenario, number> = { thousand: 10, all: 3, channels: 3 }
const titles: Record<Scenario, string> = {
  thousand: '1 chat to 1,000 listeners',
  all: '1 chat to 5,000 listeners',
  channels: '2,000 chats to 2 or 3 listeners each',
}
const warmUps = 2
const rounds = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice(9) ?? 9)

requireOpenFiles(names.length * listeners + 100)

const listenersProcess = startChild<ToListeners, FromListeners>(new URL('./chat-fanout/listeners.ts', import.meta.url))
const contenders = new Map<string, { process: Child<ToContender, FromContender>; bytesPerChat: number }>()
for (const [n, name] of names.entries()) {
  const process = startChild<ToContender, FromContender>(new URL('./chat-fanout/contender.ts', import.meta.url), [name])
  const ready = await process.next()
  if (!('port' in ready)) throw new Error(`${name} did not say where it listens`)
  await listenersProcess.request({ join: name, port: ready.port, count: listeners, from: `127.0.0.${n + 2}` })
  contenders.set(name, { process, bytesPerChat: ready.bytesPerChat })
}

const costs = new Map<string, number[]>()
for (let round = 0; round < warmUps + rounds; round++)
  for (const scenario of scenarios)
    // Whoever comes first in one round comes last in another.
    for (let offset = 0; offset < names.length; offset++) {
      const name = names[(offset + round) % names.length]!
      const cost = await measure(name, scenario)
      if (round < warmUps) continue
      const key = `${scenario} ${name}`
      costs.set(key, [...(costs.get(key) ?? []), cost])
    }

/** Microseconds of processor time for each delivery, over the chats of a round. */
async function measure(name: (typeof names)[number], scenario: Scenario): Promise<number> {
  const { process, bytesPerChat } = contenders.get(name)!
  const deliveries = countDeliveries(scenario)
  await process.request({ usage: true })
  for (let chat = 0; chat < chatsPerRound[scenario]; chat++) {
    const delivered = listenersProcess.next()
    listenersProcess.send({ expect: deliveries * bytesPerChat, contender: name })
    process.send({ broadcast: scenario })
    await delivered
  }
  const usage = await process.request({ usage: true })
  if (!('userAndSystemUs' in usage)) throw new Error(`${name} did not say what it used`)
  return usage.userAndSystemUs / (deliveries * chatsPerRound[scenario])
}

const ratio = (scenario: Scenario, against: string) =>
  median(costs.get(`${scenario} onair`)!.map((cost, round) => cost / costs.get(`${scenario} ${against}`)![round]!))

const results = scenarios.map((scenario) => ({
  scenario: titles[scenario],
  'Onair µs': roundTo2(median(costs.get(`${scenario} onair`)!)),
  'bare TCP µs': roundTo2(median(costs.get(`${scenario} bare-tcp`)!)),
  'Socket.IO µs': roundTo2(median(costs.get(`${scenario} socket.io`)!)),
  'to bare TCP': roundTo2(ratio(scenario, 'bare-tcp')),
  'to Socket.IO': roundTo2(ratio(scenario, 'socket.io')),
}))
console.log(`Server processor time for each delivery, medians of ${rounds} rounds, Node ${process.version}`)
console.table(results)
console.log(JSON.stringify({ bench: 'chat-fanout', rounds, node: process.version, results }))

listenersProcess.stop()
for (const { process } of contenders.values()) process.stop()
