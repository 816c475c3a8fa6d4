import { sql, type RawBuilder } from 'kysely'
import { keysOfPartitioned } from '../../../infra/db/batches.ts'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import { allValues } from '../../../infra/db/results.ts'

/** Teams that have no other owner. */
const teamsLedAlone = `
  select team_id from team_member as own where channel_id = $channel and role = 'OWNER' and not exists (
    select from team_member as other
    where other.team_id = own.team_id and other.role = 'OWNER' and other.channel_id <> own.channel_id)`

/**
 * The rows that the deletion of an account deletes, in order, as table and condition. `$channel` is the channel id. A
 * test compares the list with the foreign keys. It writes tables of all features: one list forgets less than fifteen.
 */
export const purgedRows: readonly (readonly [table: string, condition: string])[] = [
  // The applications of the person, which the data of other people refers to.
  ['webhook_attempt', `delivery_id in (select id from webhook_delivery where ${ofOwnApps()})`],
  ...['user_grant', 'session', 'webhook_delivery', 'claim'].map((table) => [table, ofOwnApps()] as const),
  ['campaign_progress', `campaign_id in (select id from campaign where ${ofOwnApps()})`],
  ['app', `owner_channel_id = $channel or team_id in (${teamsLedAlone})`],
  ['team', `id in (${teamsLedAlone})`],
  ['team_invitation', 'invited_by = $channel'],
  ['team_member', 'channel_id = $channel'],
  ['organization_request', 'channel_id = $channel'],
  // The overlays, which are applications without an owner.
  ['app', 'client_id in (select client_id from channel_overlay where channel_id = $channel)'],
  // The actions of the person in other channels.
  ['user_grant', 'channel_id = $channel'],
  ['session', 'owner_channel_id = $channel'],
  ['chat_notice', 'message_id in (select id from chat_message where sender_channel_id = $channel)'],
  ['chat_message', 'sender_channel_id = $channel'],
  ['poll_vote', 'voter_channel_id = $channel'],
  ['slow_mode', 'sender_channel_id = $channel'],
  ['channel_manager', 'manager_channel_id = $channel'],
  ['listed_watcher', 'watcher_channel_id = $channel'],
  ['channel_follower', 'follower_channel_id = $channel'],
  ['channel_subscriber', 'subscriber_channel_id = $channel'],
  ['channel_restriction', 'restricted_channel_id = $channel'],
  ['temporary_restriction', 'restricted_channel_id = $channel or restricted_by = $channel'],
  ['claim', 'channel_id = $channel'],
  ['campaign_progress', 'channel_id = $channel'],
  ['clip', 'created_by = $channel'],
  ['wallet', 'channel_id = $channel'],
  ['inspector_record', 'channel_id = $channel'],
  // The channel.
  ...[
    'session_subscription',
    'channel_manager',
    'channel_follower',
    'channel_subscriber',
    'channel_restriction',
    'temporary_restriction',
    'chat_notice',
    'chat_message',
    'chat_settings',
    'slow_mode',
    'channel_overlay',
    'donation',
    'subscription_event',
    'subscription_gift',
    'clip',
    'recording',
    'live',
    'live_thumbnail',
    'listed_watcher',
    'viewer_quarter',
    'stream_key',
    'account_device',
    'restream_target',
    'scheduled_live',
    'poll',
  ].map((table) => [table, 'channel_id = $channel'] as const),
  // The only entries of the audit log with a text or a name of the person.
  [
    'audit_log',
    `channel_id = $channel
      and (action in ('blocked_words.changed', 'live.title_removed', 'poll.deleted', 'upload.removed')
        or action = 'account.renamed' and detail ? 'replacedName')`,
  ],
  ['channel', 'id = $channel'],
]

/** Rows that act for an account without a session: the person who had it before must not keep it. The names are for the audit log. */
const controlRows: readonly (readonly [name: string, table: string, condition: string])[] = [
  ['accessTokens', 'access_token', `grant_id in (select id from user_grant where ${ofOwnApps()})`],
  ['webhooks', 'webhook_endpoint', ofOwnApps()],
  ['streamKeys', 'stream_key', 'channel_id = $channel'],
  ['restreamTargets', 'restream_target', 'channel_id = $channel'],
  ['noticeHooks', 'live_hook', 'channel_id = $channel'],
  ['managers', 'channel_manager', 'channel_id = $channel'],
]

/** Deletes these rows, and returns how many there were. */
export async function deleteControl(tx: Tx, channelId: string): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  for (const [name, table, condition] of controlRows) {
    const rows = await sql`delete from ${sql.table(table)} where ${forChannel(condition, channelId)}`.execute(tx)
    deleted[name] = Number(rows.numAffectedRows)
  }
  return deleted
}

/** References of other people's data to the person, which are removed from it. */
export const anonymizedRows: readonly (readonly [table: string, column: string, set: string])[] = [
  ['chat_message', 'hidden_by', 'hidden_by = null'],
  [
    'donation',
    'donator_channel_id',
    `donator_channel_id = null, event = (event::jsonb || '{"donatorChannelId": "", "donatorNickname": "익명",
      "donationText": "", "emojis": {}}')::json`,
  ],
  ['subscription_gift', 'giver_channel_id', 'giver_channel_id = null'],
  [
    'subscription_event',
    'subscriber_channel_id',
    `subscriber_channel_id = null, event = (event::jsonb ||
      '{"subscriberChannelId": "00000000000000000000000000000000", "subscriberNickname": "익명"}')::json`,
  ],
]

/** Channels of deleted accounts. */
export function findChannelsToPurge(db: Reader, limit: number): Promise<string[]> {
  return db
    .selectFrom('channel')
    .leftJoin('account', 'account.channel_id', 'channel.id')
    .where('ended_at', 'is not', null)
    .where('account.channel_id', 'is', null)
    .select('id')
    .orderBy('ended_at')
    .orderBy('id')
    .limit(limit)
    .$call(allValues)
}

const keys: Readonly<Record<string, string>> = keysOfPartitioned
const rowKey = (table: string) => sql.ref(keys[table] ?? 'ctid')

/** Deletes up to `limit` rows and returns their number. */
export async function purgeRows(
  tx: Tx,
  [table, condition]: (typeof purgedRows)[number],
  { channelId, limit }: { channelId: string; limit: number },
): Promise<number> {
  const isPurged = forChannel(condition, channelId)
  const rows = sql`array(select ${rowKey(table)} from ${sql.table(table)} where ${isPurged} limit ${limit})`
  const { numAffectedRows } =
    await sql`delete from ${sql.table(table)} where ${rowKey(table)} = any(${rows}) and (${isPurged})`.execute(tx)
  return Number(numAffectedRows)
}

/** Anonymizes up to `limit` rows and returns their number. */
export async function anonymizeRows(
  tx: Tx,
  [table, column, set]: (typeof anonymizedRows)[number],
  { channelId, limit }: { channelId: string; limit: number },
): Promise<number> {
  const rows = sql`array(select ${rowKey(table)} from ${sql.table(table)} where ${sql.ref(column)} = ${channelId} limit ${limit})`
  const { numAffectedRows } =
    await sql`update ${sql.table(table)} set ${sql.raw(set)} where ${rowKey(table)} = any(${rows})`.execute(tx)
  return Number(numAffectedRows)
}

function ofOwnApps(): string {
  return `client_id in (select client_id from app where owner_channel_id = $channel or team_id in (${teamsLedAlone}))`
}

function forChannel(condition: string, channelId: string): RawBuilder<unknown> {
  const [first = '', ...rest] = condition.split('$channel')
  return sql.join([sql.raw(first), ...rest.flatMap((part) => [sql`${channelId}`, sql.raw(part)])], sql.raw(''))
}
