import { measure, openPlatform } from './directory/platform.ts'

/*
 * Page 1 and page 100,000 of the followers of a channel that has 2 million, through HTTP, beside the bare SQL that finds
 * the same rows when it is told where they begin, and beside OFFSET.
 *   node bench/followers.ts [rounds]
 */
const [rounds = 200] = process.argv.slice(2).map(Number)
const followers = 2_000_000
const size = 20
const lastPage = followers / size - 1

await using platform = await openPlatform()
const { baseUrl, sandbox, sql } = platform
const { channelId = '' } = await sandbox('/people', { channelName: 'streamer' })
const { clientId } = await sandbox('/apps', { name: 'bench', redirectUri: 'http://127.0.0.1:9/callback' })
const { accessToken } = await sandbox('/grants', { clientId, channelId })

console.log(`Making ${followers} followers`)
// Keys are true by construction, and checking them would be most of the work.
await sql.query('alter table channel drop constraint channel_chat_channel_id_key')
await sql.query('alter table channel_follower drop constraint channel_follower_channel_id_fkey')
await sql.query('alter table channel_follower drop constraint channel_follower_follower_channel_id_fkey')
await sql.query(
  `insert into channel (id, name, verified_mark, chat_channel_id, created_at)
   select lpad(to_hex(n), 32, '0'), 'viewer ' || n, false, 'bench' || n, 0 from generate_series(1, $1::integer) n`,
  [followers],
)
await sql.query(
  `insert into channel_follower (channel_id, follower_channel_id, created_at, position)
   select $1, lpad(to_hex(n), 32, '0'), n, n from generate_series(1, $2::integer) n`,
  [channelId, followers],
)
await sql.query('vacuum analyze')

const http = (page: number) => async () => {
  const url = `${baseUrl}/open/v1/channels/followers?page=${page}&size=${size}`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } })
  const { content } = (await answer.json()) as { content: { totalCount: number; data: unknown[] } }
  if (content.totalCount !== followers || content.data.length !== size) throw new Error(`page ${page} is not whole`)
}
const bare = (position: number) => () =>
  sql.query({
    name: 'bare',
    text: `select channel.id, channel.name, follower.created_at from
      (select * from channel_follower where channel_id = $1 and position <= $2 order by position desc limit ${size}) follower
      join channel on channel.id = follower.follower_channel_id order by follower.position desc`,
    values: [channelId, position],
  })
const offset = () =>
  sql.query(
    `select follower_channel_id from channel_follower where channel_id = $1
    order by position desc limit ${size} offset ${lastPage * size}`,
    [channelId],
  )

const medianMs = await measure(
  { first: http(0), deep: http(lastPage), 'bare first': bare(followers), 'bare deep': bare(size) },
  rounds,
)
let nextFollower = followers
const follow = () => {
  nextFollower -= 2
  return sandbox('/acts/follow', { channelId, byChannelId: nextFollower.toString(16).padStart(32, '0') })
}
await sql.query('delete from channel_follower where channel_id = $1 and position % 2 = 0 and position > $2', [
  channelId,
  followers - 2_000,
])
const followMedianMs = await measure({ follow }, 200)
const offsetMedianMs = await measure({ offset }, 5)
const ms = (name: string) => `${medianMs(name).toFixed(2)} ms`
console.log(`page 1          ${ms('first')} through HTTP, ${ms('bare first')} bare SQL`)
console.log(
  `page ${lastPage + 1}     ${ms('deep')} through HTTP, ${ms('bare deep')} bare SQL, ${offsetMedianMs('offset').toFixed(0)} ms OFFSET`,
)
console.log(`page ${lastPage + 1} to page 1: ${(medianMs('deep') / medianMs('first')).toFixed(2)}; goal: at most 3`)
console.log(`a new follower  ${followMedianMs('follow').toFixed(2)} ms through HTTP`)
