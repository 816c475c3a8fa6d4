import { measureBusTraffic } from './shared/bus-traffic.ts'
import { report } from './shared/report.ts'

/*
 * Measures what Redis sends to two gateways for one event in each of 10,000 channels, by the channels that their sessions
 * follow. The Redis is that of TEST_REDIS_URL.
 *   node bench/bus-traffic.ts
 */
const url = process.env['TEST_REDIS_URL']
if (url === undefined) throw new Error('TEST_REDIS_URL is not set')

const channels = 10_000
const cases = [
  { channels: 0, sessions: 0 },
  { channels: 100, sessions: 1 },
  { channels: 1_000, sessions: 5 },
  { channels: 10_000, sessions: 1 },
]
const count = (numbers: number[]) => numbers.map((each) => each.toLocaleString('en')).join(' + ')
const rows: string[][] = []
const perMessage: number[] = []
let replyBytes = 0
for (const { channels: followed, sessions } of cases) {
  // The second half of what one gateway follows is followed by the other one too.
  const gateways = [
    { first: 0, channels: followed, sessions },
    { first: Math.min(followed / 2, channels - followed), channels: followed, sessions },
  ]
  const { bytes, messages, events, messageBytes } = await measureBusTraffic(url, channels, gateways)
  if (followed === 0) replyBytes = bytes
  else perMessage.push((bytes - replyBytes) / (messages[0]! + messages[1]!) / messageBytes)
  rows.push([
    `${followed.toLocaleString('en')} × ${sessions}`,
    count(events),
    count(messages),
    `${(bytes / 1_000).toFixed(0)} kB`,
  ])
}
await report({
  name: 'bus-traffic',
  columns: ['channels × sessions of each gateway', 'events to sessions', 'messages from Redis', 'bytes from Redis'],
  rows,
  goals: [
    {
      name: 'bytes from Redis per byte of the messages of followed channels',
      value: Number(Math.max(...perMessage).toFixed(2)),
      atMost: 1.5,
    },
  ],
})
