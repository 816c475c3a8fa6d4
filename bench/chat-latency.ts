import { setTimeout } from 'node:timers/promises'
import { openTopology, topologies, type Topology } from './chat-latency/topology.ts'
import { openRooms } from './chat-latency/rooms.ts'
import { besideGoal, report } from './shared/report.ts'
import { percentile } from './shared/statistics.ts'

/*
 * Measures the time from sending a chat message over HTTP to its arrival at a client: 1,000 messages per second in 100
 * channels with 10 clients each, with one process and with three. Messages are sent on schedule, without waiting for
 * the responses.
 *   node bench/chat-latency.ts [seconds] [messages per second]
 */
const [seconds = 10, perSecond = 1_000] = process.argv.slice(2).map(Number)
const channelCount = 100
const clientsPerChannel = 10
const warmUpSec = 2
const tickMs = 5

const results = []
for (const topology of topologies)
  if (topology !== 'three processes' || process.env['TEST_REDIS_URL'] !== undefined)
    results.push(await measure(topology))
await report({
  name: 'chat-latency',
  columns: [`${perSecond} messages/s`, 'p50', 'p90', 'p99', 'longest', 'rejected', 'arrived'],
  rows: results.map(({ topology, p50Ms, p90Ms, p99Ms, maxMs, rejected, received, expected }) => [
    topology,
    `${p50Ms} ms`,
    `${p90Ms} ms`,
    besideGoal(p99Ms, { atMost: 25 }, ' ms'),
    `${maxMs} ms`,
    rejected,
    `${received} of ${expected}`,
  ]),
})
process.exit()

async function measure(topology: Topology) {
  await using platform = await openTopology(topology)
  const latencies: number[] = []
  const sentAt: number[] = []
  let measuredFrom = Number.POSITIVE_INFINITY
  using rooms = await openRooms(platform.apiUrl, channelCount, clientsPerChannel, (number) => {
    const at = sentAt[number]
    if (at !== undefined && number >= measuredFrom) latencies.push(performance.now() - at)
  })

  const total = (warmUpSec + seconds) * perSecond
  const responses: Promise<boolean>[] = []
  const startedAt = performance.now()
  while (sentAt.length < total) {
    const due = Math.min(total, ((performance.now() - startedAt) / 1000) * perSecond)
    while (sentAt.length < due) {
      const number = sentAt.length
      if (number === warmUpSec * perSecond) measuredFrom = number
      sentAt.push(performance.now())
      responses.push(rooms.sendMessage(number))
    }
    await setTimeout(tickMs)
  }
  const acceptedCount = (await Promise.all(responses)).filter(Boolean).length
  const expected = seconds * perSecond * clientsPerChannel
  const deadline = AbortSignal.timeout(5_000)
  while (latencies.length < expected && !deadline.aborted) await setTimeout(tickMs)
  const percentileMs = (share: number) => Number(percentile(latencies, share).toFixed(1))
  return {
    topology,
    rejected: total - acceptedCount,
    received: latencies.length,
    expected,
    p50Ms: percentileMs(0.5),
    p90Ms: percentileMs(0.9),
    p99Ms: percentileMs(0.99),
    maxMs: percentileMs(1),
  }
}
