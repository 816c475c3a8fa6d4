import type { Insertable } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { Donation, SubscriptionEventRow } from '../../infra/db/tables.ts'

/** A payer and a channel, with the payer's role and restrictions there. Null when either does not exist. */
export async function loadPayer(db: Reader, channelId: string, payerChannelId: string) {
  const row = await db
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
    .where('channel.id', '=', channelId)
    .select([
      'channel.id as channelId',
      'payer.id as memberChannelId',
      'manager.user_role as managerRole',
      'channel.name as channelName',
      'payer.name as nickname',
      'restriction.created_at as restrictedAt',
      'temporary.release_at as temporarilyRestrictedUntil',
    ])
    .executeTakeFirst()
  return row ?? null
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
  const { numUpdatedRows } = await tx
    .updateTable('wallet')
    .set(({ eb }) => ({ balance: eb('balance', '-', amount) }))
    .where('channel_id', '=', channelId)
    .where('balance', '>=', amount)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the position among the channel's donations; concurrent inserts wait for the commit. */
export async function insertDonation(tx: Tx, donation: Insertable<Donation>): Promise<number> {
  const { position } = await tx.insertInto('donation').values(donation).returning('position').executeTakeFirstOrThrow()
  return position
}

/** Returns the position among the channel's subscriptions; concurrent inserts wait for the commit. */
export async function insertSubscriptionEvent(
  tx: Tx,
  subscriptionEvent: Insertable<SubscriptionEventRow>,
): Promise<number> {
  const { position } = await tx
    .insertInto('subscription_event')
    .values(subscriptionEvent)
    .returning('position')
    .executeTakeFirstOrThrow()
  return position
}
