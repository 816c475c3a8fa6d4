/** The benchmarks of docs/performance.md with their limits in seconds, together at most 20 minutes. */
export const limits = {
  http: 130,
  'chat-fanout': 90,
  'longest-tick': 60,
  'chat-latency': 120,
  'chat-send': 80,
  connections: 110,
  storm: 70,
  inspector: 110,
  'webhook-burst': 110,
  followers: 120,
  'list-lives': 90,
  'category-search': 90,
  start: 70,
  'watch-chat': 80,
  'bus-traffic': 40,
} satisfies Record<string, number>
export const totalSec = 1_200
/** The long forms of docs/reliability.md: only by name, because they print figures that no table of the page has. */
export const byNameOnly = { 'slow-consumers': 300, pipelining: 120, 'webhook-neighbours': 180 } satisfies Record<
  string,
  number
>
