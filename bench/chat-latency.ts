import { once } from 'node:events'
import { openTopology, topologies, type Topology } from './chat-latency/topology.ts'
import { openRooms } from './chat-latency/rooms.ts'

/*
 * From the moment a chat is sent over HTTP to the moment a listener has it: 1,000 chats a second in 100 channels, 10
 * listeners in each, one process and three. Chats are sent by the clock, whether the ones before were answered or not.
 *   node bench/chat-latency.ts [seconds] [chats a second]
 */
const [seconds = 10, perSecond = 1_000] = process.argv.slice(2).map(Number)
const channels = 100
const listenersPerChannel = 10
const warmUpSec = 2
const tickMs = 5

for (const topology of topologies) console.log(JSON.stringify(await measure(topology)))
process.exit()

async function measure(topology: Topology) {
  await using platform = await openTopology(topology)
  const latencies: number[] = []
  const sentAt: number[] = []
  let measuredFrom = Number.POSITIVE_INFINITY
  using rooms = await openRooms(platform.apiUrl, channels, listenersPerChannel, (number) => {
    const at = sentAt[number]
    if (at !== undefined && number >= measuredFrom) latencies.push(performance.now() - at)
  })

  const total = (warmUpSec + seconds) * perSecond
  const answers: Promise<boolean>[] = []
  const startedAt = performance.now()
  while (sentAt.length < total) {
    const due = Math.min(total, ((performance.now() - startedAt) / 1000) * perSecond)
    while (sentAt.length < due) {
      const number = sentAt.length
      if (number === warmUpSec * perSecond) measuredFrom = number
      sentAt.push(performance.now())
      answers.push(rooms.sendChat(number))
    }
    await new Promise((resolve) => setTimeout(resolve, tickMs))
  }
  const acceptedCount = (await Promise.all(answers)).filter(Boolean).length
  const expected = seconds * perSecond * listenersPerChannel
  const deadline = AbortSignal.timeout(5_000)
  while (latencies.length < expected && !deadline.aborted) await once(rooms.bell, 'heard')
  const sorted = latencies.toSorted((a, b) => a - b)
  const quantileMs = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1))
  return {
    bench: 'chat-latency',
    topology,
    perSecond,
    refused: total - acceptedCount,
    received: sorted.length,
    expected,
    p50Ms: quantileMs(0.5),
    p90Ms: quantileMs(0.9),
    p99Ms: quantileMs(0.99),
    maxMs: Number(sorted.at(-1)?.toFixed(1)),
  }
}
