import { measure, openPlatform } from './shared/platform.ts'
import { report } from './shared/report.ts'
import { roundTo2 } from './shared/statistics.ts'

/*
 * Measures page 1 and page 100,000 of the followers of a channel with 2 million, over HTTP, compared with SQL that starts at a
 * known position, and with OFFSET.
 *   node bench/followers.ts [rounds]
 */
const [rounds = 200] = process.argv.slice(2).map(Number)
const followerCount = 2_000_000
const size = 20
const lastPage = followerCount / size - 1

await using platform = await openPlatform()
const { baseUrl, sandbox, sql } = platform
const { channelId = '' } = await sandbox('/people', { channelName: 'streamer' })
const { clientId } = await sandbox('/apps', { name: 'bench', redirectUri: 'http://127.0.0.1:9/callback' })
const { accessToken } = await sandbox('/grants', { clientId, channelId })

console.log(`Inserting ${followerCount} followers`)
// Without the constraints the inserts are much faster. The generated keys satisfy them.
await sql.query('alter table channel drop constraint channel_chat_channel_id_key')
await sql.query('alter table channel_follower drop constraint channel_follower_channel_id_fkey')
await sql.query('alter table channel_follower drop constraint channel_follower_follower_channel_id_fkey')
await sql.query(
  `insert into channel (id, name, verified_mark, chat_channel_id, created_at)
   select lpad(to_hex(n), 32, '0'), 'viewer ' || n, false, 'bench' || n, 0 from generate_series(1, $1::integer) n`,
  [followerCount],
)
await sql.query(
  `insert into channel_follower (channel_id, follower_channel_id, created_at, position)
   select $1, lpad(to_hex(n), 32, '0'), n, n from generate_series(1, $2::integer) n`,
  [channelId, followerCount],
)
await sql.query('vacuum analyze')

const http = (page: number) => async () => {
  const url = `${baseUrl}/open/v1/channels/followers?page=${page}&size=${size}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } })
  const { content } = (await response.json()) as { content: { totalCount: number; data: unknown[] } }
  if (content.totalCount !== followerCount || content.data.length !== size)
    throw new Error(`page ${page} is incomplete`)
}
const byPosition = (position: number) => () =>
  sql.query({
    name: 'by position',
    text: `select channel.id, channel.name, follower.created_at from
      (select * from channel_follower where channel_id = $1 and position <= $2 order by position desc limit ${size}) follower
      join channel on channel.id = follower.follower_channel_id order by follower.position desc`,
    values: [channelId, position],
  })
const byOffset = () =>
  sql.query(
    `select follower_channel_id from channel_follower where channel_id = $1
    order by position desc limit ${size} offset ${lastPage * size}`,
    [channelId],
  )

const medianMs = await measure(
  {
    'first page': http(0),
    'last page': http(lastPage),
    'first page, SQL': byPosition(followerCount),
    'last page, SQL': byPosition(size),
  },
  rounds,
)
let nextFollower = followerCount
const follow = () => {
  nextFollower -= 2
  return sandbox('/actions/follow', { channelId, byChannelId: nextFollower.toString(16).padStart(32, '0') })
}
await sql.query('delete from channel_follower where channel_id = $1 and position % 2 = 0 and position > $2', [
  channelId,
  followerCount - 2_000,
])
const followMedianMs = await measure({ follow }, 200)
const offsetMedianMs = await measure({ offset: byOffset }, 5)
const ms = (name: string) => `${medianMs(name).toFixed(2)} ms`
await report({
  name: 'followers',
  columns: ['2 million followers', 'over HTTP', 'its SQL', '`OFFSET`'],
  rows: [
    ['page 1', ms('first page'), ms('first page, SQL'), ''],
    [`page ${lastPage + 1}`, ms('last page'), ms('last page, SQL'), `${offsetMedianMs('offset').toFixed(0)} ms`],
    ['a new follower', `${followMedianMs('follow').toFixed(2)} ms`, '', ''],
  ],
  goals: [
    {
      name: `page ${lastPage + 1} to page 1`,
      value: roundTo2(medianMs('last page') / medianMs('first page')),
      atMost: 3,
    },
  ],
})
