/** The benchmarks of docs/performance.md with their limits in seconds, together at most 20 minutes. */
export const limits = {
  http: 120,
  'chat-fanout': 70,
  'longest-tick': 45,
  'chat-latency': 115,
  'chat-send': 60,
  connections: 100,
  storm: 70,
  inspector: 95,
  'webhook-burst': 100,
  followers: 105,
  'list-lives': 75,
  'category-search': 70,
  start: 60,
  'watch-chat': 75,
  'bus-traffic': 40,
} satisfies Record<string, number>
export const totalSec = 1_200
/** The long forms of docs/reliability.md: only by name, because they print figures that no table of the page has. */
export const byNameOnly = {
  worlds: 170,
  'slow-consumers': 300,
  pipelining: 120,
  'webhook-neighbours': 180,
} satisfies Record<string, number>
