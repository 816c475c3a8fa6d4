import { sql, type Insertable } from 'kysely'
import type { Reader, Tx } from '../../world/db/db.ts'
import type { ChatMessage } from '../../world/db/tables.ts'
import { settingsColumns, settingsOf } from './settings-store.ts'

/**
 * A chat with someone who would speak in it, in one read: the channel, its settings, and who they are there. Null when
 * either does not exist.
 */
export async function loadSpeaker(db: Reader, channelId: string, senderChannelId: string) {
  const row = await db
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
    .leftJoin('chat_turn as turn', (join) =>
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
      'turn.spoke_at as lastSpokeAt',
      ...settingsColumns,
    ])
    .executeTakeFirst()
  return row === undefined ? null : { ...row, ...settingsOf(row) }
}

export type Speaker = NonNullable<Awaited<ReturnType<typeof loadSpeaker>>>

/**
 * Writes down that someone speaks now, if the time since they last did is over: of many messages at once exactly one
 * gets its turn, the others wait for its change to end and then see it.
 */
export async function takeTurn(
  tx: Tx,
  { channelId, senderChannelId, chatSlowModeSec }: Speaker,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('chat_turn')
    .values({ channel_id: channelId, sender_channel_id: senderChannelId, spoke_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['channel_id', 'sender_channel_id'])
        .doUpdateSet({ spoke_at: now })
        .where('chat_turn.spoke_at', '<=', now - chatSlowModeSec * 1000),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function insertMessage(tx: Tx, message: Insertable<ChatMessage>) {
  await tx.insertInto('chat_message').values(message).execute()
}

/** The channel whose chat has this code. */
export async function loadChannelOfChat(db: Reader, chatChannelId: string): Promise<string | null> {
  const row = await db
    .selectFrom('channel')
    .select('id')
    .where('chat_channel_id', '=', chatChannelId)
    .executeTakeFirst()
  return row?.id ?? null
}
