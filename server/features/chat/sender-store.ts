import { sql, type CompiledQuery, type SelectQueryBuilder } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import { settingsColumns, toChatSettings } from './settings-store.ts'

/**
 * Reads a channel, its chat settings and the status of a sender in one query. Null when channel or sender does not exist.
 */
export async function loadSender(db: Reader, channelId: string, senderChannelId: string) {
  const query = compiledSenderQuery(db)
  const parameters = query.parameters.map((name) => (name === 'channel' ? channelId : senderChannelId))
  const [row] = (await db.executeQuery<SenderRow>({ ...query, parameters })).rows
  return row === undefined ? null : { ...row, ...toChatSettings(row) }
}

export type Sender = NonNullable<Awaited<ReturnType<typeof loadSender>>>

/** Every message runs this query, so it is compiled once with placeholders for the two ids. */
function compiledSenderQuery(db: Reader) {
  const compiled = senderQueries.get(db) ?? senderQuery(db, 'channel', 'sender').compile()
  senderQueries.set(db, compiled)
  return compiled
}

type SenderRow =
  ReturnType<typeof senderQuery> extends SelectQueryBuilder<infer _Db, infer _Tables, infer Row> ? Row : never
const senderQueries = new WeakMap<Reader, CompiledQuery>()

function senderQuery(db: Reader, channelId: string, senderChannelId: string) {
  return db
    .selectFrom('channel')
    .innerJoin('channel as sender', (join) => join.on('sender.id', '=', senderChannelId))
    .leftJoin('account', 'account.channel_id', 'sender.id')
    .leftJoin('chat_settings', 'chat_settings.channel_id', 'channel.id')
    .leftJoin('channel_manager as manager', (join) =>
      join.onRef('manager.channel_id', '=', 'channel.id').onRef('manager.manager_channel_id', '=', 'sender.id'),
    )
    .leftJoin('channel_follower as follower', (join) =>
      join.onRef('follower.channel_id', '=', 'channel.id').onRef('follower.follower_channel_id', '=', 'sender.id'),
    )
    .leftJoin('channel_subscriber as subscriber', (join) =>
      join
        .onRef('subscriber.channel_id', '=', 'channel.id')
        .onRef('subscriber.subscriber_channel_id', '=', 'sender.id'),
    )
    .leftJoin('channel_restriction as restriction', (join) =>
      join
        .onRef('restriction.channel_id', '=', 'channel.id')
        .onRef('restriction.restricted_channel_id', '=', 'sender.id'),
    )
    .leftJoin('temporary_restriction as temporary', (join) =>
      join.onRef('temporary.channel_id', '=', 'channel.id').onRef('temporary.restricted_channel_id', '=', 'sender.id'),
    )
    .leftJoin('slow_mode', (join) =>
      join.onRef('slow_mode.channel_id', '=', 'channel.id').onRef('slow_mode.sender_channel_id', '=', 'sender.id'),
    )
    .where('channel.id', '=', channelId)
    .where('channel.ended_at', 'is', null)
    .where('sender.ended_at', 'is', null)
    .select([
      'channel.id as channelId',
      'channel.chat_channel_id as chatChannelId',
      'sender.id as memberChannelId',
      'sender.name as nickname',
      'sender.verified_mark as verifiedMark',
      'account.identity_verified_at as identityVerifiedAt',
      'manager.user_role as managerRole',
      'follower.created_at as followedAt',
      sql<boolean>`subscriber.tier_no is not null`.as('isSubscriber'),
      'restriction.created_at as restrictedAt',
      'temporary.release_at as temporarilyRestrictedUntil',
      'slow_mode.last_sent_at as lastSentAt',
      ...settingsColumns,
    ])
}

/** The manager role of a person in a channel, or null. */
export async function loadManagerRole(db: Reader, channelId: string, managerChannelId: string): Promise<string | null> {
  const row = await db
    .selectFrom('channel_manager')
    .select('user_role')
    .where('channel_id', '=', channelId)
    .where('manager_channel_id', '=', managerChannelId)
    .executeTakeFirst()
  return row?.user_role ?? null
}
