import { sql } from 'kysely'
import type { Tx } from '../../infra/db/db.ts'

/** The applications that are inactive without the account: those of the person, and of teams without another active owner. */
function appsLedAlone(channelId: string) {
  return sql<{ client_id: string }>`
    select client_id from app where owner_channel_id = ${channelId}
    union all
    select client_id from app join team_member as own on own.team_id = app.team_id
    where own.channel_id = ${channelId} and own.role = 'OWNER' and not exists (
      select from team_member as other join channel on channel.id = other.channel_id
      where other.team_id = own.team_id and other.channel_id <> ${channelId} and other.role = 'OWNER' and ended_at is null)`
}

/** The open sessions of a person, of their applications, and those that receive events of their channel by consent. */
export async function findAccountSessions(tx: Tx, channelId: string) {
  const { rows } = await sql<{ session_key: string; gateway_id: string | null }>`
    select key as session_key, gateway_id from session
    where disconnected_at is null and gateway_id is not null and (
      owner_channel_id = ${channelId}
      or client_id in (${appsLedAlone(channelId)})
      or key in (
        select session_key from session_subscription
        join user_grant on user_grant.id = session_subscription.grant_id
        where user_grant.channel_id = ${channelId} and session_ended_at is null))`.execute(tx)
  return rows
}

/** Ends the subscriptions that depend on consents of this person, on open sessions. */
export async function deleteGrantedSubscriptions(tx: Tx, channelId: string) {
  await tx
    .deleteFrom('session_subscription')
    .using('session')
    .using('user_grant')
    .whereRef('session.key', '=', 'session_subscription.session_key')
    .whereRef('user_grant.id', '=', 'session_subscription.grant_id')
    .where('user_grant.channel_id', '=', channelId)
    .where('session.disconnected_at', 'is', null)
    .where('session_ended_at', 'is', null)
    .execute()
}

/** The applications that are inactive without the account. */
export async function listOwnedAppIds(tx: Tx, channelId: string): Promise<string[]> {
  const { rows } = await appsLedAlone(channelId).execute(tx)
  return rows.map(({ client_id }) => client_id)
}

const maxHidden = 1_000

/** The chats in which a person wrote since a time, up to 1,000. */
export async function findRecentChats(tx: Tx, channelId: string, since: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('chat_message')
    .where('sender_channel_id', '=', channelId)
    .where('message_time', '>=', since)
    .select('channel_id')
    .distinct()
    .limit(maxHidden)
    .execute()
  return rows.map((row) => row.channel_id)
}

/** The donations of a person since a time, up to 1,000. */
export function findRecentDonationsOf(tx: Tx, channelId: string, since: number) {
  return tx
    .selectFrom('donation')
    .where('donator_channel_id', '=', channelId)
    .where('created_at', '>=', since)
    .select(['channel_id as toChannelId', 'id as donationId'])
    .limit(maxHidden)
    .execute()
}
