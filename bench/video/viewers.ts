import { setTimeout as wait } from 'node:timers/promises'
import { follow, type Followed, type FollowKind } from './follow.ts'

export type ViewersReport = Followed & { seconds: number }

// So many viewers, who come within two seconds, follow a live. What they load in `seconds` after a warm-up is the result.
const [kind = 'segments', url = '', count = '1', warmUpSec = '4', seconds = '10'] = process.argv.slice(2)
const ending = new AbortController()
const followed: Followed = { requests: 0, bytes: 0, files: 0 }
const following = Array.from({ length: Number(count) }, async (_, index) => {
  await wait((index / Number(count)) * 2_000)
  await follow(kind as FollowKind, url, { followed, signal: ending.signal })
})
await wait(Number(warmUpSec) * 1_000)
const before = { ...followed }
const startedAt = performance.now()
await wait(Number(seconds) * 1_000)
const report: ViewersReport = {
  requests: followed.requests - before.requests,
  bytes: followed.bytes - before.bytes,
  files: followed.files - before.files,
  seconds: (performance.now() - startedAt) / 1_000,
}
ending.abort()
await Promise.all(following)
console.log(JSON.stringify(report))
process.exit()
