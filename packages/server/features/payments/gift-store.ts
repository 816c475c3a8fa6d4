import type { SubscriptionGift } from '@onair/contract'
import { sql, type Insertable } from 'kysely'
import { seoulDate } from '../../shared/dates.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { hasChanged } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** Whether the gift is new. A concurrent one with the same id waits for the commit. */
export function insertGift(tx: Tx, gift: Insertable<Tables['subscription_gift']>): Promise<boolean> {
  return tx
    .insertInto('subscription_gift')
    .values(gift)
    .onConflict((conflict) => conflict.doNothing())
    .$call(hasChanged)
}

/** The people who got a gift of this giver in this channel. */
export function findGifted(
  db: Reader,
  gift: Pick<Tables['subscription_gift'], 'id' | 'channel_id' | 'giver_channel_id'>,
) {
  return db
    .selectFrom('subscription_gift as gift')
    .innerJoin('subscription_event as event', 'event.gift_id', 'gift.id')
    .innerJoin('channel', 'channel.id', 'event.subscriber_channel_id')
    .where('gift.id', '=', gift.id)
    .where('gift.channel_id', '=', gift.channel_id)
    .where('gift.giver_channel_id', '=', gift.giver_channel_id)
    .orderBy('event.position')
    .select(['channel.id as channelId', 'channel.name as channelName'])
    .execute()
}

const scanned = { followers: 1_000, messages: 5_000 }

/**
 * The people who can get a subscription to a channel: one person, or its newest followers and those who wrote last. They are
 * no subscribers, and neither restricted there nor suspended. The locked channel keeps them from subscribing at the same time.
 */
export async function findReceivers(
  tx: Tx,
  {
    channelId,
    giverId,
    receiverId,
    since,
    now,
  }: {
    channelId: string
    giverId: string
    receiverId: string | null
    since: number
    now: number
  },
) {
  const candidates =
    receiverId === null
      ? sql`(select follower_channel_id as id from channel_follower where channel_id = ${channelId}
            order by position desc limit ${scanned.followers})
          union
          (select sender_channel_id from (
            select sender_channel_id from chat_message where channel_id = ${channelId} and message_time >= ${since}
            order by message_time desc, position desc limit ${scanned.messages}) as latest)`
      : sql`select ${receiverId}::text as id`
  const { rows } = await sql<{ channelId: string; channelName: string }>`
    select channel.id as "channelId", channel.name as "channelName"
    from (${candidates}) as candidate join channel on channel.id = candidate.id
    where channel.ended_at is null and channel.id <> ${channelId} and channel.id <> ${giverId}
      and not exists (select from channel_subscriber
        where channel_id = ${channelId} and subscriber_channel_id = channel.id)
      and not exists (select from channel_restriction
        where channel_id = ${channelId} and restricted_channel_id = channel.id)
      and not exists (select from temporary_restriction
        where channel_id = ${channelId} and restricted_channel_id = channel.id and release_at > ${now})
    order by channel.id`.execute(tx)
  return rows
}

/** The latest gifts in a channel in a period, the newest first, as its chat shows them. */
export async function findRecentGifts(
  db: Reader,
  channelId: string,
  { since = 0, until = Number.MAX_SAFE_INTEGER, count }: { since?: number; until?: number; count: number },
): Promise<{ now: number; event: SubscriptionGift }[]> {
  const { rows } = await sql<Omit<SubscriptionGift, 'eventSentAt'> & { now: number }>`
    select gift.created_at as now, gift.id as "eventId", gift.count,
      case when giver.id is not null then json_build_object('channelId', giver.id, 'channelName', giver.name) end as giver,
      array(select json_build_object('channelId', receiver.id, 'channelName', receiver.name, 'eventId', event.id)
        from subscription_event as event join channel as receiver on receiver.id = event.subscriber_channel_id
        where event.gift_id = gift.id and receiver.ended_at is null order by event.position) as receivers
    from subscription_gift as gift left join channel as giver
      on giver.id = gift.giver_channel_id and not gift.anonymous and giver.ended_at is null
    where gift.channel_id = ${channelId} and gift.created_at >= ${since} and gift.created_at < ${until}
    order by gift.created_at desc, gift.id limit ${count}`.execute(db)
  return rows.map(({ now, ...gift }) => ({ now, event: { ...gift, eventSentAt: seoulDate(now) } }))
}
