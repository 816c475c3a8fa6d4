import type { PersonState } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '../../../infra/db/db.ts'
import { firstOrNull } from '../../../infra/db/results.ts'
import type { TimeCursor } from '../../../shared/list-cursor.ts'
import { hasTextOrId } from '../../../shared/name-search-store.ts'

export type PersonRow = Awaited<ReturnType<typeof findPeople>>[number]
type Filter = {
  search?: string | undefined
  /** The network that `search` is, in CIDR notation. */
  network: string | null
  state?: PersonState | undefined
  after: TimeCursor | null
  limit: number
}

/** People, newest first, whose name or email address contains the text, who have it as id, or used an address in the network. */
export function findPeople(db: Reader, { search, network, state, after, limit }: Filter) {
  let query = selectPeople(db)
  if (search !== undefined) query = query.where('account.channel_id', 'in', matching(search, network))
  if (state === 'ACTIVE') query = query.where('channel.ended_at', 'is', null)
  if (state === 'SUSPENDED')
    query = query.where('channel.ended_at', 'is not', null).where('sign_up_request.created_at', 'is', null)
  if (state === 'WAITING')
    query = query.where('sign_up_request.created_at', 'is not', null).where('refused_at', 'is', null)
  if (state === 'ASKS_TO_STREAM') query = query.where('stream_request.created_at', 'is not', null)
  if (after !== null)
    query = query.where(
      sql<boolean>`(account.created_at, account.channel_id) < (${after.createdAt}::bigint, ${after.channelId})`,
    )
  return query.limit(limit).execute()
}

export function loadPerson(db: Reader, channelId: string): Promise<PersonRow | null> {
  return selectPeople(db).where('account.channel_id', '=', channelId).$call(firstOrNull)
}

/** Other people who signed up or in from one of the networks, newest first. */
export function findPeopleOfNetworks(
  db: Reader,
  { networks, except, limit }: { networks: readonly string[]; except: string; limit: number },
) {
  return selectPeople(db)
    .where('account.channel_id', 'in', ofNetworks(networks))
    .where('account.channel_id', '!=', except)
    .limit(limit)
    .execute()
}

/** The networks from which a person signed up or in, the last used first. */
export function findNetworksOf(db: Reader, channelId: string, limit: number) {
  return db
    .selectFrom('audit_log')
    .where('channel_id', '=', channelId)
    .where('action', 'in', ['account.created', 'account.signed_in'])
    .where('network', 'is not', null)
    .groupBy('network')
    .orderBy((order) => order.fn.max('last_at'), 'desc')
    .limit(limit)
    .select((select) => [
      select.ref('network').$notNull().as('network'),
      select.fn.max('last_at').as('lastAt'),
      sql<boolean>`exists (select from blocked_network where blocked_network.network >>= network_of(audit_log.network))`.as(
        'isBlocked',
      ),
    ])
    .execute()
}

/** The last messages of a person in all chats, the newest first. */
export function findMessagesOf(db: Reader, channelId: string, { since, limit }: { since: number; limit: number }) {
  return db
    .selectFrom('chat_message')
    .innerJoin('channel', 'channel.id', 'chat_message.channel_id')
    .where('sender_channel_id', '=', channelId)
    .where('message_time', '>=', since)
    .orderBy('message_time', 'desc')
    .limit(limit)
    .select([
      'chat_message.id as messageId',
      'chat_message.channel_id as toChannelId',
      'channel.name as toChannelName',
      'content',
      'message_time as messageTime',
      'hidden_at as hiddenAt',
    ])
    .execute()
}

export async function loadPersonFacts(db: Reader, channelId: string, now: number) {
  const { rows } = await sql<{
    verifiedMark: boolean
    emailVerified: boolean
    isLive: boolean
    streamingBlock: { reason: string; endAt: number | null } | null
    devices: { known: number; blocked: number }
    encoderCut: { createdAt: number; failure: string | null; isOver: boolean } | null
  }>`
    select verified_mark as "verifiedMark", email_verified_at is not null as "emailVerified",
      (select json_build_object('known', count(*), 'blocked', count(*) filter (where is_blocked)) from (
        select device_hash, exists (select from blocked_device
          where blocked_device.device_hash = known.device_hash and (ends_at is null or ends_at > ${now})) as is_blocked
        from account_device known where known.channel_id = channel.id) as device) as devices,
      (select json_build_object('createdAt', created_at, 'failure', failure, 'isOver', ended_at is not null)
        from encoder_cut where encoder_cut.channel_id = channel.id and (failure is not null or ended_at is not null)
        order by created_at desc, encoder_cut.id desc limit 1) as "encoderCut",
      (select json_build_object('reason', block_reason, 'endAt', block_ends_at) from live_setting
        where channel_id = channel.id and block_reason is not null
          and (block_ends_at is null or block_ends_at > ${now})) as "streamingBlock",
      exists (select from live where live.channel_id = channel.id and closed_at is null) as "isLive"
    from channel join account on account.channel_id = channel.id where channel.id = ${channelId}`.execute(db)
  return rows[0] ?? null
}

/** A union, because the planner uses the index of names for no part of an `or`. */
function matching(search: string, network: string | null) {
  return sql<string>`(
    select id from channel where ${hasTextOrId(search)}
    union all select channel_id from account where strpos(email, lower(${search})) > 0
    union all ${ofNetworks([search])}
    union all select channel_id from audit_log
    where action in ('account.created', 'account.signed_in') and network_of(network) <<= ${network}::inet)`
}

function ofNetworks(networks: readonly string[]) {
  return sql<string>`(
    select channel_id from audit_log
    where action in ('account.created', 'account.signed_in') and network = any(${networks}::text[]))`
}

function selectPeople(db: Reader) {
  return db
    .selectFrom('account')
    .innerJoin('channel', 'channel.id', 'account.channel_id')
    .leftJoin('suspension', 'suspension.channel_id', 'account.channel_id')
    .leftJoin('sign_up_request', 'sign_up_request.channel_id', 'account.channel_id')
    .leftJoin('stream_request', (join) =>
      join.onRef('stream_request.channel_id', '=', 'account.channel_id').on('declined_at', 'is', null),
    )
    .leftJoin('site_role', 'site_role.channel_id', 'account.channel_id')
    .orderBy('account.created_at', 'desc')
    .orderBy('account.channel_id', 'desc')
    .select([
      'account.channel_id as channelId',
      'channel.name as channelName',
      'account.email',
      'account.created_at as createdAt',
      'account.may_stream as mayStream',
      'channel.ended_at as endedAt',
      'suspension.reason',
      'suspension.shown_reason as shownReason',
      'suspension.ends_at as endAt',
      'sign_up_request.text as requestText',
      'sign_up_request.refused_at as refusedAt',
      'stream_request.text as streamRequest',
      'site_role.role as siteRole',
    ])
}
