import type { Insertable } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { allValues, firstOrNull, hasChanged } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** A payer and a channel, with the payer's role and restrictions there. Null when either does not exist. */
export function loadPayer(db: Reader, channelId: string, payerChannelId: string) {
  return db
    .selectFrom('channel')
    .innerJoin('channel as payer', (join) => join.on('payer.id', '=', payerChannelId))
    .leftJoin('channel_restriction as restriction', (join) =>
      join
        .onRef('restriction.channel_id', '=', 'channel.id')
        .onRef('restriction.restricted_channel_id', '=', 'payer.id'),
    )
    .leftJoin('temporary_restriction as temporary', (join) =>
      join.onRef('temporary.channel_id', '=', 'channel.id').onRef('temporary.restricted_channel_id', '=', 'payer.id'),
    )
    .leftJoin('channel_manager as manager', (join) =>
      join.onRef('manager.channel_id', '=', 'channel.id').onRef('manager.manager_channel_id', '=', 'payer.id'),
    )
    .leftJoin('channel_subscriber as subscriber', (join) =>
      join.onRef('subscriber.channel_id', '=', 'channel.id').onRef('subscriber.subscriber_channel_id', '=', 'payer.id'),
    )
    .where('channel.id', '=', channelId)
    .select([
      'channel.id as channelId',
      'payer.id as memberChannelId',
      'manager.user_role as managerRole',
      'channel.name as channelName',
      'payer.name as nickname',
      'restriction.created_at as restrictedAt',
      'temporary.release_at as temporarilyRestrictedUntil',
      'subscriber.month as subscribedMonths',
    ])
    .$call(firstOrNull)
}

export async function loadBalance(db: Reader, channelId: string, startingBalance: number): Promise<number> {
  const row = await db.selectFrom('wallet').select('balance').where('channel_id', '=', channelId).executeTakeFirst()
  return row?.balance ?? startingBalance
}

/** Debits a wallet if its balance suffices; concurrent debits cannot overdraw it. */
export async function debitWallet(tx: Tx, channelId: string, amount: number, startingBalance: number) {
  await tx
    .insertInto('wallet')
    .values({ channel_id: channelId, balance: startingBalance })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .updateTable('wallet')
    .set(({ eb }) => ({ balance: eb('balance', '-', amount) }))
    .where('channel_id', '=', channelId)
    .where('balance', '>=', amount)
    .$call(hasChanged)
}

/** Returns the position among the channel's donations; concurrent inserts wait for the commit. */
export async function insertDonation(tx: Tx, donation: Insertable<Tables['donation']>): Promise<number> {
  const { position } = await tx.insertInto('donation').values(donation).returning('position').executeTakeFirstOrThrow()
  return position
}

/** When a person last subscribed to a channel or renewed; null if never. */
export async function loadLastSubscription(db: Reader, channelId: string, subscriberChannelId: string) {
  const { at } = await db
    .selectFrom('subscription_event')
    .where('subscriber_channel_id', '=', subscriberChannelId)
    .where('channel_id', '=', channelId)
    .select(({ fn }) => fn.max('created_at').as('at'))
    .executeTakeFirstOrThrow()
  return at as number | null
}

/** The donator of a donation to a channel, null if it is anonymous; null when there is no such donation. */
export function loadDonator(tx: Tx, channelId: string, donationId: string) {
  return tx
    .selectFrom('donation')
    .where('id', '=', donationId)
    .where('channel_id', '=', channelId)
    .select('donator_channel_id as donatorChannelId')
    .$call(firstOrNull)
}

/** Returns false when the donation is hidden already. */
export function hideDonationAt(tx: Tx, donationId: string, now: number): Promise<boolean> {
  return tx
    .updateTable('donation')
    .set({ hidden_at: now })
    .where('id', '=', donationId)
    .where('hidden_at', 'is', null)
    .$call(hasChanged)
}

/** The ids of the donations of a channel that were hidden last. */
export function listHiddenDonations(db: Reader, channelId: string, limit: number): Promise<string[]> {
  return db
    .selectFrom('donation')
    .where('channel_id', '=', channelId)
    .where('hidden_at', 'is not', null)
    .orderBy('hidden_at', 'desc')
    .limit(limit)
    .select('id')
    .$call(allValues)
}

/** Returns the position among the channel's subscriptions; concurrent inserts wait for the commit. */
export async function insertSubscriptionEvent(
  tx: Tx,
  subscriptionEvent: Insertable<Tables['subscription_event']>,
): Promise<number> {
  const { position } = await tx
    .insertInto('subscription_event')
    .values(subscriptionEvent)
    .returning('position')
    .executeTakeFirstOrThrow()
  return position
}
