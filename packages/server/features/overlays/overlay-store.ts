import type { OverlayKind } from '@onair/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstOrNull, firstValue } from '../../infra/db/results.ts'

/** The overlays of a channel that have a row, each with whether the grant of its URL exists. */
export function listOverlays(db: Reader, channelId: string) {
  return db
    .selectFrom('channel_overlay')
    .leftJoin('user_grant', 'user_grant.id', 'channel_overlay.grant_id')
    .where('channel_overlay.channel_id', '=', channelId)
    .select([
      'kind',
      'settings',
      'goal_since',
      'token_created_at',
      'channel_overlay.client_id',
      'user_grant.id as grant_id',
    ])
    .orderBy('kind')
    .execute()
}

/** The overlay with this token whose grant exists and whose channel has not ended. */
export function loadOverlayByToken(db: Reader, tokenHash: Buffer) {
  return db
    .selectFrom('channel_overlay')
    .innerJoin('user_grant', 'user_grant.id', 'channel_overlay.grant_id')
    .innerJoin('channel', 'channel.id', 'channel_overlay.channel_id')
    .where('token_hash', '=', tokenHash)
    .where('channel.ended_at', 'is', null)
    .select(['channel_overlay.channel_id as channelId', 'kind', 'settings'])
    .select(['user_grant.client_id as clientId', 'user_grant.id as grantId'])
    .$call(firstOrNull)
}

/** The sealed token of the overlay's URL, or null when it has none or the grant has ended. */
export async function loadSealedToken(db: Reader, channelId: string, kind: OverlayKind) {
  const row = await db
    .selectFrom('channel_overlay')
    .innerJoin('user_grant', 'user_grant.id', 'channel_overlay.grant_id')
    .where('channel_overlay.channel_id', '=', channelId)
    .where('kind', '=', kind)
    .select(['token_sealed', 'channel_overlay.client_id'])
    .executeTakeFirst()
  return row === undefined || row.token_sealed === null ? null : { ...row, token_sealed: row.token_sealed }
}

export async function putSettings(tx: Tx, overlay: { channelId: string; kind: OverlayKind; settings: object }) {
  const settings = JSON.stringify(overlay.settings)
  await tx
    .insertInto('channel_overlay')
    .values({ channel_id: overlay.channelId, kind: overlay.kind, settings })
    .onConflict((conflict) => conflict.columns(['channel_id', 'kind']).doUpdateSet({ settings }))
    .execute()
}

/**
 * Begins the goal at the totals of the channel. A payment is counted if it commits after they were read. Totals only grow,
 * so the greater ones are those of the later of two concurrent calls.
 */
export async function putGoalSince(tx: Tx, channelId: string, now: number) {
  await sql`
    insert into channel_overlay as overlay (channel_id, kind, goal_since, goal_since_donated, goal_since_subscriptions)
      select ${channelId}, 'goal', ${now}, donated, subscriptions from ${totalsOf(sql`${channelId}`)}
    on conflict (channel_id, kind) do update set
      goal_since = greatest(overlay.goal_since, excluded.goal_since),
      goal_since_donated = greatest(overlay.goal_since_donated, excluded.goal_since_donated),
      goal_since_subscriptions = greatest(overlay.goal_since_subscriptions, excluded.goal_since_subscriptions)`.execute(
    tx,
  )
}

type NewToken = {
  channelId: string
  kind: OverlayKind
  tokenHash: Buffer
  tokenSealed: Buffer
  clientId: string
  grantId: string
  now: number
}

/** Replaces the token; the first one begins the goal. Returns false when the grant has been replaced concurrently. */
export async function putToken(tx: Tx, { channelId, kind, clientId, grantId, now, ...token }: NewToken) {
  const grant = await tx.selectFrom('user_grant').select('id').where('id', '=', grantId).forShare().executeTakeFirst()
  if (grant === undefined) return false
  const secrets = { token_hash: token.tokenHash, token_sealed: token.tokenSealed }
  const values = { ...secrets, token_created_at: now, client_id: clientId, grant_id: grantId }
  const { goal_since: goalSince } = await tx
    .insertInto('channel_overlay')
    .values({ channel_id: channelId, kind, ...values })
    .onConflict((conflict) => conflict.columns(['channel_id', 'kind']).doUpdateSet(values))
    .returning('goal_since')
    .executeTakeFirstOrThrow()
  if (kind === 'goal' && goalSince === null) await putGoalSince(tx, channelId, now)
  return true
}

/** Returns the application of the token, or null if there was none. */
export function deleteToken(tx: Tx, channelId: string, kind: OverlayKind): Promise<string | null> {
  return tx
    .updateTable('channel_overlay')
    .set({ token_hash: null, token_sealed: null, token_created_at: null, grant_id: null })
    .where('channel_id', '=', channelId)
    .where('kind', '=', kind)
    .where('token_hash', 'is not', null)
    .returning('client_id')
    .$call(firstValue)
}

/** Won donated, or subscriptions, since the goal began, or all where it has not. Reads two rows. */
export async function loadGoalProgress(
  db: Reader,
  channelId: string,
  counts: 'DONATIONS' | 'SUBSCRIPTIONS',
): Promise<number> {
  const { rows } = await sql<{ donated: number; subscriptions: number }>`
    select donated - coalesce(goal_since_donated, 0) as donated,
      subscriptions - coalesce(goal_since_subscriptions, 0) as subscriptions
    from ${totalsOf(sql`${channelId}`)}
    left join channel_overlay on channel_id = ${channelId} and kind = 'goal'`.execute(db)
  const { donated = 0, subscriptions = 0 } = rows[0] ?? {}
  return counts === 'DONATIONS' ? donated : subscriptions
}

/** The won donated to a channel, and its number of subscriptions, which is the last position. */
function totalsOf(channelId: RawBuilder<unknown>) {
  return sql`(select
    coalesce((select total from donation where channel_id = ${channelId} order by position desc limit 1), 0) as donated,
    coalesce((select max(position) from subscription_event where channel_id = ${channelId}), 0) as subscriptions
  ) as totals`
}

/** The newest donations of a channel from an amount on. A test of the amount reads at most this many rows. */
const donationsSearched = 1_000

export async function listRecentPayments(
  db: Reader,
  filter: { channelId: string; hasDonations: boolean; hasSubscriptions: boolean; minAmount: number; length: number },
) {
  const { channelId, hasDonations, hasSubscriptions, minAmount, length } = filter
  type Payment = { eventId: string; eventType: 'DONATION' | 'SUBSCRIPTION'; nickname: string; amount: number }
  const { rows } = await sql<Payment>`
    select "eventId", "eventType", nickname, amount from (
      (select id::text as "eventId", 'DONATION' as "eventType", event ->> 'donatorNickname' as nickname,
         pay_amount as amount, created_at, position
       from (
         select * from donation where channel_id = ${channelId} and hidden_at is null and ${hasDonations}::boolean
         order by created_at desc, position desc limit ${donationsSearched}
       ) as newest where pay_amount >= ${minAmount} order by created_at desc, position desc limit ${length})
      union all
      (select id::text, 'SUBSCRIPTION', event ->> 'subscriberNickname', (event ->> 'month')::bigint, created_at, position
       from subscription_event where channel_id = ${channelId} and ${hasSubscriptions}::boolean
       order by created_at desc, position desc limit ${length})
    ) as payment order by created_at desc, "eventType", position desc limit ${length}`.execute(db)
  return rows
}

/** The pictures and sounds of alerts that a channel uploaded, without their bytes. */
export function listAlertUploads(db: Reader, channelId: string) {
  return db
    .selectFrom('channel_upload')
    .where('channel_id', '=', channelId)
    .where('kind', 'in', ['alertPicture', 'alertSound'])
    .orderBy('kind')
    .orderBy('name')
    .select(['id', 'kind', 'name'])
    .$narrowType<{ kind: 'alertPicture' | 'alertSound' }>()
    .execute()
}

/** The newest followers of a channel, without suspended people and those who are restricted in it. */
export function listNewestFollows(
  db: Reader,
  { channelId, now, limit }: { channelId: string; now: number; limit: number },
) {
  return db
    .selectFrom('channel_follower')
    .innerJoin('channel', 'channel.id', 'channel_follower.follower_channel_id')
    .where('channel_follower.channel_id', '=', channelId)
    .where('channel.ended_at', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from channel_restriction where channel_id = ${channelId} and restricted_channel_id = channel.id)`,
    )
    .where(
      sql<boolean>`not exists (
        select from temporary_restriction
        where channel_id = ${channelId} and restricted_channel_id = channel.id and release_at > ${now})`,
    )
    .orderBy('position', 'desc')
    .limit(limit)
    .select(['position', 'channel.id as channelId', 'channel.name as nickname'])
    .execute()
}
