import { sql, type CompiledQuery, type SelectQueryBuilder } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import { settingsColumns, toChatSettings } from './settings-store.ts'

/**
 * Reads a channel, its chat settings and the status of a sender in one query. Null when channel or sender does not exist.
 */
export async function loadSpeaker(db: Reader, channelId: string, senderChannelId: string) {
  const query = compiledSpeakerQuery(db)
  const parameters = query.parameters.map((name) => (name === 'channel' ? channelId : senderChannelId))
  const [row] = (await db.executeQuery<SpeakerRow>({ ...query, parameters })).rows
  return row === undefined ? null : { ...row, ...toChatSettings(row) }
}

export type Speaker = NonNullable<Awaited<ReturnType<typeof loadSpeaker>>>

/** Every message runs this query, so it is compiled once with placeholders for the two ids. */
function compiledSpeakerQuery(db: Reader) {
  const compiled = speakerQueries.get(db) ?? speakerQuery(db, 'channel', 'sender').compile()
  speakerQueries.set(db, compiled)
  return compiled
}

type SpeakerRow =
  ReturnType<typeof speakerQuery> extends SelectQueryBuilder<infer _Db, infer _Tables, infer Row> ? Row : never
const speakerQueries = new WeakMap<Reader, CompiledQuery>()

function speakerQuery(db: Reader, channelId: string, senderChannelId: string) {
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
    .leftJoin('slow_mode as turn', (join) =>
      join.onRef('turn.channel_id', '=', 'channel.id').onRef('turn.sender_channel_id', '=', 'sender.id'),
    )
    .where('channel.id', '=', channelId)
    .select([
      'channel.id as channelId',
      'channel.chat_channel_id as chatChannelId',
      'sender.id as senderChannelId',
      'sender.name as nickname',
      'sender.verified_mark as verifiedMark',
      'account.identity_verified_at as identityVerifiedAt',
      'manager.user_role as managerRole',
      'follower.created_at as followedAt',
      sql<boolean>`subscriber.tier_no is not null`.as('isSubscriber'),
      'restriction.created_at as restrictedAt',
      'temporary.release_at as temporarilyUntil',
      'turn.last_sent_at as lastSpokeAt',
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
