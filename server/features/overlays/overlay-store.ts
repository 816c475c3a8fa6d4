import type { OverlayKind } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'

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
export async function loadOverlayByToken(db: Reader, tokenHash: Buffer) {
  const row = await db
    .selectFrom('channel_overlay')
    .innerJoin('user_grant', 'user_grant.id', 'channel_overlay.grant_id')
    .innerJoin('channel', 'channel.id', 'channel_overlay.channel_id')
    .where('token_hash', '=', tokenHash)
    .where('channel.ended_at', 'is', null)
    .select(['channel_overlay.channel_id as channelId', 'kind', 'settings', 'goal_since as goalSince'])
    .select(['user_grant.client_id as clientId', 'user_grant.id as grantId'])
    .executeTakeFirst()
  return row ?? null
}

export async function putSettings(tx: Tx, overlay: { channelId: string; kind: OverlayKind; settings: object }) {
  const settings = JSON.stringify(overlay.settings)
  await tx
    .insertInto('channel_overlay')
    .values({ channel_id: overlay.channelId, kind: overlay.kind, settings })
    .onConflict((conflict) => conflict.columns(['channel_id', 'kind']).doUpdateSet({ settings }))
    .execute()
}

export async function putGoalSince(tx: Tx, channelId: string, now: number) {
  await tx
    .insertInto('channel_overlay')
    .values({ channel_id: channelId, kind: 'goal', goal_since: now })
    .onConflict((conflict) => conflict.columns(['channel_id', 'kind']).doUpdateSet({ goal_since: now }))
    .execute()
}

type NewToken = {
  channelId: string
  kind: OverlayKind
  tokenHash: Buffer
  clientId: string
  grantId: string
  now: number
}

/** Replaces the token. Returns false when the grant has been replaced concurrently. */
export async function putToken(tx: Tx, { channelId, kind, tokenHash, clientId, grantId, now }: NewToken) {
  const grant = await tx.selectFrom('user_grant').select('id').where('id', '=', grantId).forShare().executeTakeFirst()
  if (grant === undefined) return false
  const token = { token_hash: tokenHash, token_created_at: now, client_id: clientId, grant_id: grantId }
  await tx
    .insertInto('channel_overlay')
    .values({ channel_id: channelId, kind, ...token, ...(kind === 'goal' && { goal_since: now }) })
    .onConflict((conflict) =>
      conflict.columns(['channel_id', 'kind']).doUpdateSet({
        ...token,
        ...(kind === 'goal' && { goal_since: sql`coalesce(channel_overlay.goal_since, ${now})` }),
      }),
    )
    .execute()
  return true
}

/** Returns the application of the token, or null if there was none. */
export async function deleteToken(tx: Tx, channelId: string, kind: OverlayKind): Promise<string | null> {
  const row = await tx
    .updateTable('channel_overlay')
    .set({ token_hash: null, token_created_at: null, grant_id: null })
    .where('channel_id', '=', channelId)
    .where('kind', '=', kind)
    .where('token_hash', 'is not', null)
    .returning('client_id')
    .executeTakeFirst()
  return row?.client_id ?? null
}

/** Won donated, or subscriptions, since a time. */
export async function sumPayments(
  db: Reader,
  { channelId, counts, since }: { channelId: string; counts: 'DONATIONS' | 'SUBSCRIPTIONS'; since: number },
): Promise<number> {
  const { rows } = await (
    counts === 'DONATIONS'
      ? sql<{ total: string }>`select coalesce(sum(pay_amount), 0)::text as total from donation
          where channel_id = ${channelId} and created_at >= ${since}`
      : sql<{ total: string }>`select count(*)::text as total from subscription_event
          where channel_id = ${channelId} and created_at >= ${since}`
  ).execute(db)
  return Number(rows[0]?.total ?? 0)
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
         select * from donation where channel_id = ${channelId} and ${hasDonations}::boolean
         order by created_at desc, position desc limit ${donationsSearched}
       ) as newest where pay_amount >= ${minAmount} order by created_at desc, position desc limit ${length})
      union all
      (select id::text, 'SUBSCRIPTION', event ->> 'subscriberNickname', (event ->> 'month')::bigint, created_at, position
       from subscription_event where channel_id = ${channelId} and ${hasSubscriptions}::boolean
       order by created_at desc, position desc limit ${length})
    ) as payment order by created_at desc, "eventType", position desc limit ${length}`.execute(db)
  return rows
}
