import type { Reader } from '../../infra/db/db.ts'

/** A person with what a moderator of the channel sees of them, or null. */
export function loadChatter(db: Reader, channelId: string, targetChannelId: string) {
  return db
    .selectFrom('channel as target')
    .leftJoin('channel_manager as manager', (join) =>
      join.on('manager.channel_id', '=', channelId).onRef('manager.manager_channel_id', '=', 'target.id'),
    )
    .leftJoin('channel_follower as follower', (join) =>
      join.on('follower.channel_id', '=', channelId).onRef('follower.follower_channel_id', '=', 'target.id'),
    )
    .leftJoin('channel_subscriber as subscriber', (join) =>
      join.on('subscriber.channel_id', '=', channelId).onRef('subscriber.subscriber_channel_id', '=', 'target.id'),
    )
    .leftJoin('channel_restriction as restriction', (join) =>
      join.on('restriction.channel_id', '=', channelId).onRef('restriction.restricted_channel_id', '=', 'target.id'),
    )
    .leftJoin('temporary_restriction as temporary', (join) =>
      join.on('temporary.channel_id', '=', channelId).onRef('temporary.restricted_channel_id', '=', 'target.id'),
    )
    .where('target.id', '=', targetChannelId)
    .select([
      'target.name',
      'target.created_at as createdAt',
      'manager.user_role as managerRole',
      'follower.created_at as followedAt',
      'subscriber.month',
      'subscriber.tier_no as tierNo',
      'restriction.created_at as restrictedAt',
      'temporary.release_at as releaseAt',
    ])
    .executeTakeFirst()
}

/** The last messages of a person in a chat, hidden ones included. */
export function listMessagesOf(db: Reader, channelId: string, targetChannelId: string, limit: number) {
  return db
    .selectFrom('chat_message')
    .where('channel_id', '=', channelId)
    .where('sender_channel_id', '=', targetChannelId)
    .orderBy('message_time', 'desc')
    .orderBy('position', 'desc')
    .limit(limit)
    .select(['id', 'content', 'hidden_at', 'message_time'])
    .execute()
}
