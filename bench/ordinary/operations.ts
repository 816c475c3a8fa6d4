import { randomUUID } from 'node:crypto'
import { limits, openApi } from '@onair/contract'
import type { Express } from 'express'
import type { Pool } from 'pg'
import type { Server } from 'socket.io'
import { ApiError } from './api-error.ts'
import { hash, newSecret, type Callers } from './callers.ts'
import { addRoute } from './http.ts'

const seoulMs = 9 * 3_600_000
const tokenSec = 86_400
type Services = { app: Express; pool: Pool; io: Server; callers: Callers; baseUrl: () => string }

/** The ten operations. */
export function addOperations({ app, pool, io, callers, baseUrl }: Services): void {
  addRoute(app, openApi.user.getMe, callers, async ({ caller: { channelId, channelName } }) => ({
    channelId,
    channelName,
    nickname: channelName,
  }))
  addRoute(app, openApi.channel.listChannels, callers, async ({ query: { channelIds } }) => ({
    data: await listChannels(pool, channelIds),
  }))
  addRoute(app, openApi.live.listLives, callers, ({ query }) => listLives(pool, query))
  addRoute(app, openApi.live.getLiveSetting, callers, ({ caller }) => getLiveSetting(pool, caller.channelId))
  addRoute(app, openApi.live.updateLiveSetting, callers, ({ caller, body }) =>
    updateLiveSetting(pool, caller.channelId, body),
  )
  addRoute(app, openApi.chat.getSettings, callers, ({ caller }) => getChatSettings(pool, caller.channelId))
  addRoute(app, openApi.chat.sendMessage, callers, async ({ caller: { channelId, channelName }, body }) => {
    const content = body['message'].normalize('NFC')
    if ([...content].length > 100 || content.trim() === '') throw new ApiError('badInput')
    const { rows } = await pool.query({
      name: 'send',
      text: `with sent as (insert into chat_message (channel_id, content) values ($1, $2) returning id, sent_at)
        select sent.id, sent_at, chat_channel_id from sent, channel where channel.id = $1`,
      values: [channelId, content],
    })
    const [{ id, sent_at: sentAt, chat_channel_id: chatChannelId }] = rows
    const profile = { nickname: channelName, badges: [], verifiedMark: false, userRoleCode: 'streamer' }
    io.to(`CHAT ${channelId}`).emit('CHAT', {
      channelId,
      senderChannelId: channelId,
      chatChannelId,
      profile,
      userRoleCode: 'streamer',
      content,
      emojis: {},
      messageTime: sentAt.getTime(),
      eventSentAt: `${new Date(Date.now() + seoulMs).toISOString().slice(0, 23)}000000`,
      eventId: id,
    })
    return { messageId: id }
  })
  addRoute(app, openApi.session.openClientSession, callers, ({ caller }) =>
    openSession(pool, caller.clientId, baseUrl()),
  )
  addRoute(app, openApi.session.subscribeChat, callers, async ({ caller, parameters: { sessionKey } }) => {
    const { clientId, channelId } = caller
    await subscribe(pool, { sessionKey, clientId, channelId })
    io.in(sessionKey).socketsJoin(`CHAT ${channelId}`)
    io.to(sessionKey).emit('SYSTEM', { type: 'subscribed', data: { eventType: 'CHAT', channelId } })
  })
  addRoute(app, openApi.authorization.issueToken, callers, ({ body }) => issueToken(pool, callers, body))
}

async function listChannels(pool: Pool, channelIds: string[]) {
  const { rows } = await pool.query(
    `select id as "channelId", name as "channelName", null as "channelImageUrl",
       (select count(*)::integer from channel_follower where channel_id = id) as "followerCount", false as "verifiedMark"
     from channel where id = any($1) order by array_position($1, id)`,
    [channelIds],
  )
  return rows
}

/** Pages by viewers and id: a broadcast whose viewers change while a client pages may appear twice or be missed. */
async function listLives(pool: Pool, { size = limits.liveListSize, next }: Record<string, any>) {
  const [, viewers = 2_147_483_647, id = 0] = /^(\d+)\.(\d+)$/.exec(next ?? '') ?? (next ? badInput() : [])
  const { rows } = await pool.query(
    `select live.id as "liveId", coalesce(title, '') as "liveTitle", viewers as "concurrentUserCount", opened_at, tags,
       category.type as "categoryType", category.id as "liveCategory", category.name as "liveCategoryValue",
       channel.id as "channelId", channel.name as "channelName"
     from live join channel on channel.id = channel_id left join live_setting using (channel_id)
     left join category on category.id = category_id
     where viewers < $1 or (viewers = $1 and live.id > $2) order by viewers desc, live.id limit $3`,
    [viewers, id, size + 1],
  )
  const data = rows.slice(0, size).map(({ opened_at: openedAt, tags, ...live }) => ({
    ...live,
    liveThumbnailImageUrl: `https://thumbnails.example/${live.liveId}/{type}.jpg`,
    openDate: new Date(openedAt.getTime() + seoulMs).toISOString().slice(0, 19).replace('T', ' '),
    adult: false,
    tags: tags ?? [],
    channelImageUrl: null,
  }))
  const last = data.at(-1)
  return { data, page: { next: rows.length > size ? `${last.concurrentUserCount}.${last.liveId}` : null } }
}

async function getLiveSetting(pool: Pool, channelId: string) {
  const { rows } = await pool.query(
    `select title as "defaultLiveTitle", tags, category.type as "categoryType", category.id as "categoryId",
       category.name as "categoryValue" from live_setting left join category on category.id = category_id
     where channel_id = $1`,
    [channelId],
  )
  const { defaultLiveTitle, tags, ...category } = rows[0]
  return { defaultLiveTitle, category: category.categoryId && { ...category, posterImageUrl: null }, tags }
}

async function updateLiveSetting(pool: Pool, channelId: string, body: Record<string, any>) {
  const { defaultLiveTitle: title, categoryId, categoryType, tags } = body
  if (title !== undefined && (title.trim() === '' || [...title].length > 100)) throw new ApiError('badInput')
  if (tags?.some((tag: string) => !/^[\p{L}\p{N}]+$/u.test(tag))) throw new ApiError('badInput')
  if (categoryId) {
    const { rowCount } = await pool.query('select from category where id = $1 and type = coalesce($2, type)', [
      categoryId,
      categoryType,
    ])
    if (rowCount === 0) throw new ApiError('badInput')
  }
  await pool.query(
    `update live_setting set title = coalesce($2, title), tags = coalesce($3, tags),
       category_id = case when $4::text is null then category_id else nullif($4, '') end where channel_id = $1`,
    [channelId, title, tags, categoryId],
  )
}

async function getChatSettings(pool: Pool, channelId: string) {
  const { rows } = await pool.query(
    `select condition as "chatAvailableCondition", available_group as "chatAvailableGroup",
       min_follower_minute as "minFollowerMinute", allow_subscriber as "allowSubscriberInFollowerMode",
       slow_mode_sec as "chatSlowModeSec", emoji_mode as "chatEmojiMode" from chat_setting where channel_id = $1`,
    [channelId],
  )
  return rows[0]
}

async function openSession(pool: Pool, clientId: string, baseUrl: string) {
  const ticket = newSecret()
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    // Concurrent calls of an application wait for each other, so that they do not exceed the limit together.
    await connection.query('select from app where client_id = $1 for update', [clientId])
    const { rows } = await connection.query(
      `select count(*)::integer as used from session where client_id = $1 and disconnected_at is null
         and (connected_at is not null or created_at > now() - make_interval(secs => $2))`,
      [clientId, limits.sessionUrlSec],
    )
    if (rows[0].used >= limits.clientSessions) throw new ApiError('badInput')
    const values = [randomUUID(), hash(ticket), clientId]
    await connection.query('insert into session (key, ticket_hash, client_id) values ($1, $2, $3)', values)
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback')
    throw error
  } finally {
    connection.release()
  }
  return { url: `${baseUrl}?auth=${ticket}` }
}

async function subscribe(pool: Pool, caller: { sessionKey: string; clientId: string; channelId: string }) {
  const { sessionKey, clientId, channelId } = caller
  const isUuid = /^[0-9a-f-]{36}$/.test(sessionKey)
  const { rows } = await pool.query(
    `select channel_id, connected_at is not null and disconnected_at is null as connected,
       (select count(*)::integer from subscription where session_key = key) as subscriptions
     from session where key = $1 and client_id = $2`,
    [isUuid ? sessionKey : randomUUID(), clientId],
  )
  const [session] = rows
  if (session === undefined) throw new ApiError('notFound')
  if (session.channel_id !== null && session.channel_id !== channelId) throw new ApiError('forbidden')
  if (!session.connected || session.subscriptions >= limits.subscriptionsPerSession) throw new ApiError('badInput')
  await pool.query("insert into subscription values ($1, $2, 'CHAT') on conflict do nothing", [sessionKey, channelId])
}

async function issueToken(pool: Pool, callers: Callers, body: Record<string, any>) {
  const { grantType, clientId, clientSecret, code, refreshToken } = body
  await callers.findClient(clientId, clientSecret)
  const secret = grantType === 'refresh_token' ? refreshToken : code
  if (secret === undefined) throw new ApiError('badInput')
  const [accessToken, newRefreshToken] = [newSecret(), newSecret()]
  // A code or a refresh token works once: two requests cannot delete the same row.
  const used =
    grantType === 'refresh_token'
      ? 'delete from token where refresh_hash = $1 and client_id = $2 returning channel_id, scopes'
      : 'delete from authorization_code where code_hash = $1 and client_id = $2 and expires_at > now() returning channel_id, scopes'
  const { rows } = await pool.query(
    `with used as (${used})
     insert into token select $3, $4, $2, channel_id, scopes, now() + make_interval(secs => $5) from used returning scopes`,
    [hash(secret), clientId, hash(accessToken), hash(newRefreshToken), tokenSec],
  )
  if (rows[0] === undefined) throw new ApiError('invalidToken')
  const { scopes } = rows[0] as { scopes: string[] }
  const expiresIn = String(tokenSec)
  return { accessToken, refreshToken: newRefreshToken, tokenType: 'Bearer', expiresIn, scope: scopes.join(' '), scopes }
}

function badInput(): never {
  throw new ApiError('badInput')
}
