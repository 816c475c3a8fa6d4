/** The benchmarks of docs/performance.md with their limits in seconds, together at most 20 minutes. */
export const limits = {
  'chat-fanout': 80,
  'longest-tick': 30,
  // A slow machine takes longer, and uses what the ones before left.
  http: 110,
  'chat-latency': 100,
  'chat-send': 60,
  connections: 85,
  storm: 60,
  inspector: 80,
  'webhook-burst': 80,
  followers: 90,
  'category-search': 70,
  start: 50,
  worlds: 80,
  'watch-chat': 65,
  'bus-traffic': 40,
  replay: 45,
} satisfies Record<string, number>
export const totalSec = 1_200
/** Benchmarks that run only by name: long forms of docs/reliability.md, and numbers that seldom change. */
export const byNameOnly = [
  'slow-consumers',
  'pipelining',
  'attack',
  'webhook-neighbours',
  'partitions',
  'reconcile',
  'console-lists',
  'people',
  'video',
  'video-attack',
]
