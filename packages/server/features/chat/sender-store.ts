import type { SiteRole } from '@onair/contract'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import { settingsColumns, toChatSettings } from './settings-store.ts'

/** A channel, and a person who wants to chat there. */
type Participant = { channelId: string; senderChannelId: string }

/** Reads a channel, its chat settings and the status of a sender. Null when channel or sender does not exist. */
export async function loadSender(db: Reader, channelId: string, senderChannelId: string): Promise<Sender | null> {
  const [sender = null] = await prepareSenderQuery(db)([{ channelId, senderChannelId }])
  return sender
}

export type Sender = NonNullable<Awaited<ReturnType<ReturnType<typeof prepareSenderQuery>>>[number]>

/**
 * The same for many senders in one query, in their order. The query is compiled once, because every message runs it. Its
 * parameters are the two lists of ids.
 */
export function prepareSenderQuery(db: Reader) {
  const query = senderQuery(db).compile()
  return async (participants: readonly Participant[]) => {
    const parameters = [
      participants.map(({ channelId }) => channelId),
      participants.map(({ senderChannelId }) => senderChannelId),
    ]
    const { rows } = await db.executeQuery<SenderRow>({ ...query, parameters })
    const rowsByIndex = new Map(rows.map((row) => [row.index, row]))
    return participants.map((_, at) => {
      const row = rowsByIndex.get(at + 1)
      return row === undefined ? null : { ...row, ...toChatSettings(row) }
    })
  }
}

/** The badge that a channel uploaded for the months of a subscriber; null without one. */
export const badgeIdOfSubscriber = sql<string | null>`(
  select upload.id from channel_upload as upload
  where upload.channel_id = channel.id and upload.kind = 'badge' and upload.months <= subscriber.month
  order by upload.months desc limit 1)`

type SenderRow =
  ReturnType<typeof senderQuery> extends SelectQueryBuilder<infer _Db, infer _Tables, infer Row> ? Row : never

type ParticipantRow = { channel_id: string; sender_id: string; index: number }

function senderQuery(db: Reader) {
  const ids: string[] = []
  return db
    .selectFrom(
      sql<ParticipantRow>`unnest(${ids}::text[], ${ids}::text[]) with ordinality`.as<'participant'>(
        sql.raw('participant (channel_id, sender_id, index)'),
      ),
    )
    .innerJoin('channel', 'channel.id', 'participant.channel_id')
    .innerJoin('channel as sender', 'sender.id', 'participant.sender_id')
    .leftJoin('account', 'account.channel_id', 'sender.id')
    .leftJoin('chat_settings', 'chat_settings.channel_id', 'channel.id')
    .leftJoin('live_setting', 'live_setting.channel_id', 'channel.id')
    .leftJoin('listed_watcher as listed', (join) =>
      join.onRef('listed.channel_id', '=', 'channel.id').onRef('listed.watcher_channel_id', '=', 'sender.id'),
    )
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
    .where('channel.ended_at', 'is', null)
    .where('sender.ended_at', 'is', null)
    .select([
      'participant.index',
      'channel.id as channelId',
      'channel.chat_channel_id as chatChannelId',
      'sender.id as memberChannelId',
      'sender.name as nickname',
      'sender.verified_mark as verifiedMark',
      'account.identity_verified_at as identityVerifiedAt',
      'manager.user_role as managerRole',
      'follower.created_at as followedAt',
      sql<boolean>`subscriber.tier_no is not null`.as('isSubscriber'),
      'subscriber.month as subscribedMonths',
      badgeIdOfSubscriber.as('badgeId'),
      'restriction.created_at as restrictedAt',
      'temporary.release_at as temporarilyRestrictedUntil',
      'slow_mode.last_sent_at as lastSentAt',
      'chat_settings.blocked_words as blockedWords',
      'live_setting.audience',
      'live_setting.watch_password_hash as watchPasswordHash',
      sql<boolean>`listed.channel_id is not null`.as('isListed'),
      ...settingsColumns,
    ])
}

/** The role of a person in running the site. */
export async function loadSiteRole(db: Reader, channelId: string): Promise<SiteRole | null> {
  const row = await db.selectFrom('site_role').select('role').where('channel_id', '=', channelId).executeTakeFirst()
  return row?.role ?? null
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
