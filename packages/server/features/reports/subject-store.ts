import { sql } from 'kysely'
import { isUuid } from '../../shared/ids.ts'
import type { Reader } from '../../infra/db/db.ts'
import { firstOrNull } from '../../infra/db/results.ts'

/** A message, hidden or not, with its sender and its chat. Null where there is none. */
export function loadMessageSubject(db: Reader, channelId: string, messageId: string) {
  if (!isUuid(messageId)) return null
  return db
    .selectFrom('chat_message')
    .innerJoin('channel', 'channel.id', 'chat_message.channel_id')
    .innerJoin('channel as sender', 'sender.id', 'sender_channel_id')
    .where('chat_message.id', '=', messageId)
    .where('chat_message.channel_id', '=', channelId)
    .select(['sender_channel_id as personId', 'sender.name', 'channel.name as channelName', 'content'])
    .select('message_time as sentAt')
    .$call(firstOrNull)
}

/** A channel that has not ended, with its live. Null where there is none. */
export function loadChannelSubject(db: Reader, channelId: string) {
  return db
    .selectFrom('channel')
    .leftJoin('live', (join) => join.onRef('live.channel_id', '=', 'channel.id').on('closed_at', 'is', null))
    .leftJoin('live_setting', 'live_setting.channel_id', 'channel.id')
    .leftJoin('category', 'category.id', 'live_setting.category_id')
    .where('channel.id', '=', channelId)
    .where('ended_at', 'is', null)
    .select(['channel.name', 'live.id as liveId', 'default_live_title as liveTitle', 'name_en as categoryName'])
    .$call(firstOrNull)
}

/** The owner of an application, or the owner of its team by seniority. */
const personOfApp = sql<string | null>`coalesce(active_app.owner_channel_id, (
  select channel_id from team_member where team_member.team_id = active_app.team_id and role = 'OWNER'
  order by team_member.created_at, channel_id limit 1))`

/** An active application. Null where there is none. */
export function loadAppSubject(db: Reader, clientId: string) {
  return db
    .selectFrom('active_app')
    .where('client_id', '=', clientId)
    .select(['name', 'redirect_uri as redirectUri', personOfApp.as('personId')])
    .$call(firstOrNull)
}
