import type { Language } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstOrNull, firstValue } from '../../infra/db/results.ts'

type Times = { now: number; openedBy: number; openedSince: number; quietSince: number }

/**
 * Stores that the lives that began in a period are announced, unless one of the channel was not long ago. Those that need an
 * address or a password are not.
 */
export async function insertNotices(
  tx: Tx,
  { now, openedBy, openedSince, quietSince }: Times,
): Promise<{ channelId: string; liveId: number; isPublic: boolean }[]> {
  const { rows } = await sql<{ channelId: string; liveId: number; isPublic: boolean }>`
    insert into live_notice (live_id, channel_id, created_at, is_public, mailed_until)
    select live.id, live.channel_id, ${now}, coalesce(live_setting.audience, 'EVERYBODY') = 'EVERYBODY', ''
    from live join channel on channel.id = live.channel_id
    left join live_setting on live_setting.channel_id = live.channel_id
    where live.closed_at is null and live.opened_at between ${openedSince} and ${openedBy} and channel.ended_at is null
      and coalesce(live_setting.audience, 'EVERYBODY') not in ('UNLISTED', 'PASSWORD')
      and not exists (select from live_notice as former
        where former.channel_id = live.channel_id and former.created_at between ${quietSince} and ${now})
    on conflict (live_id) do nothing
    returning channel_id as "channelId", live_id as "liveId", is_public as "isPublic"`.execute(tx)
  return rows
}

export type MailedLive = {
  liveId: number
  channelId: string
  channelName: string
  handle: string | null
  title: string | null
  mailedUntil: string
  /** Whether the live goes on. */
  isOpen: boolean
}

/** Locks a notice whose mails are not all written; other workers take others. Null: there is none. */
export async function lockMailedNotice(tx: Tx): Promise<MailedLive | null> {
  const { rows } = await sql<MailedLive>`
    select live_notice.live_id as "liveId", live_notice.channel_id as "channelId", mailed_until as "mailedUntil",
      channel.name as "channelName", channel_handle.handle, case when live_setting.adult then null else live_setting.default_live_title end as title,
      live.closed_at is null and channel.ended_at is null as "isOpen"
    from live_notice
    join live on live.id = live_notice.live_id
    join channel on channel.id = live_notice.channel_id
    left join live_setting on live_setting.channel_id = channel.id
    left join channel_handle on channel_handle.channel_id = channel.id and released_at is null
    where mailed_until is not null
    order by live_notice.created_at, live_notice.live_id limit 1 for update of live_notice skip locked`.execute(tx)
  return rows[0] ?? null
}

/** The next people, after one, whose bell is on and who may watch now. */
export async function findBelled(
  tx: Tx,
  { channelId, mailedUntil }: MailedLive,
  limit: number,
): Promise<{ id: string; getsMails: boolean }[]> {
  const { rows } = await sql<{ id: string; getsMails: boolean }>`
    select follower_channel_id as id,
      account.email_verified_at is not null and live_mail_off.channel_id is null as "getsMails" from live_bell
    join account on account.channel_id = follower_channel_id
    left join live_mail_off on live_mail_off.channel_id = follower_channel_id
    where live_bell.channel_id = ${channelId} and follower_channel_id > ${mailedUntil}
      and case coalesce((select audience from live_setting where channel_id = ${channelId}), 'EVERYBODY')
        when 'EVERYBODY' then true
        when 'FOLLOWERS' then true
        when 'SUBSCRIBERS' then exists (select from channel_subscriber
          where channel_id = ${channelId} and subscriber_channel_id = follower_channel_id)
        when 'LISTED' then exists (select from listed_watcher
          where channel_id = ${channelId} and watcher_channel_id = follower_channel_id)
        else false end
    order by follower_channel_id limit ${limit}`.execute(tx)
  return rows
}

export async function updateMailedUntil(tx: Tx, liveId: number, mailedUntil: string | null): Promise<void> {
  await tx.updateTable('live_notice').set({ mailed_until: mailedUntil }).where('live_id', '=', liveId).execute()
}

/** Turns the bell on. False: the person does not follow the channel. */
export async function insertBell(
  tx: Tx,
  { channelId, personId, now }: { channelId: string; personId: string; now: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into live_bell (channel_id, follower_channel_id, created_at)
    select channel_id, follower_channel_id, ${now} from channel_follower
    where channel_id = ${channelId} and follower_channel_id = ${personId}
    on conflict (channel_id, follower_channel_id) do update set created_at = live_bell.created_at
    returning channel_id`.execute(tx)
  return rows.length > 0
}

/** Turns the bell of a person off: of one channel, or of all. */
export async function deleteBells(tx: Tx, personId: string, channelId: string | null): Promise<void> {
  let query = tx.deleteFrom('live_bell').where('follower_channel_id', '=', personId)
  if (channelId !== null) query = query.where('channel_id', '=', channelId)
  await query.execute()
}

/** The channels whose bell is on, latest first. */
export async function listBells(db: Reader, personId: string, limit: number) {
  return db
    .selectFrom('live_bell')
    .innerJoin('channel', 'channel.id', 'live_bell.channel_id')
    .leftJoin('channel_picture', 'channel_picture.channel_id', 'channel.id')
    .where('follower_channel_id', '=', personId)
    .where('channel.ended_at', 'is', null)
    .orderBy('live_bell.created_at', 'desc')
    .orderBy('channel.id')
    .limit(limit)
    .select(['channel.id as channelId', 'channel.name as channelName', 'channel_picture.id as pictureId'])
    .execute()
}

/** The address of a person for mails about lives. */
export async function loadMailChoice(db: Reader, personId: string) {
  return db
    .selectFrom('account')
    .leftJoin('live_mail_off', 'live_mail_off.channel_id', 'account.channel_id')
    .where('account.channel_id', '=', personId)
    .select(['email', 'email_verified_at as verifiedAt', 'live_mail_off.channel_id as offId'])
    .executeTakeFirst()
}

export async function setMailOff(tx: Tx, personId: string, isOff: boolean): Promise<void> {
  if (isOff)
    await tx
      .insertInto('live_mail_off')
      .values({ channel_id: personId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await tx.deleteFrom('live_mail_off').where('channel_id', '=', personId).execute()
}

export function loadChannelName(db: Reader, channelId: string): Promise<string | null> {
  return db
    .selectFrom('channel')
    .where('id', '=', channelId)
    .where('ended_at', 'is', null)
    .select('name')
    .$call(firstValue)
}

export function loadHook(db: Reader, channelId: string) {
  return db
    .selectFrom('live_hook')
    .where('channel_id', '=', channelId)
    .select(['id', 'host', 'sealed', 'state', 'tried_at as triedAt', 'failure'])
    .$call(firstOrNull)
}

export async function putHook(
  tx: Tx,
  hook: { channel_id: string; id: string; host: string; sealed: Buffer; created_at: number },
): Promise<void> {
  await deleteHook(tx, hook.channel_id)
  await tx.insertInto('live_hook').values(hook).execute()
}

export async function deleteHook(tx: Tx, channelId: string): Promise<void> {
  await tx.deleteFrom('live_hook').where('channel_id', '=', channelId).execute()
}

/** The start of a live waits to be posted, where the channel has a chat service. */
export async function enqueuePost(
  tx: Tx,
  { channelId, liveId, now }: { channelId: string; liveId: number; now: number },
) {
  await tx
    .updateTable('live_hook')
    .set({ state: 'WAITING', live_id: liveId, attempts: 0, next_attempt_at: now, lease_expires_at_db: null })
    .where('channel_id', '=', channelId)
    .execute()
}

export type DuePost = {
  id: string
  host: string
  sealed: Buffer
  attempts: number
  channelId: string
  channelName: string
  handle: string | null
  title: string | null
  language: Language | null
  /** Whether the live goes on, and everyone may know of it. */
  isOpen: boolean
}

/** Leases posts that are due, and counts their attempts. Other workers lease others. */
export async function leaseDuePosts(
  tx: Tx,
  { now, limit, leaseSec }: { now: number; limit: number; leaseSec: number },
): Promise<DuePost[]> {
  const { rows } = await sql<DuePost>`
    with due as (
      update live_hook set attempts = attempts + 1, lease_expires_at_db = now() + ${leaseSec} * interval '1 second'
      where channel_id in (
        select channel_id from live_hook where state = 'WAITING' and next_attempt_at <= ${now}
          and (lease_expires_at_db is null or lease_expires_at_db <= now())
        order by next_attempt_at limit ${limit} for update skip locked)
      returning *)
    select due.id, due.host, due.sealed, due.attempts, due.channel_id as "channelId", channel.name as "channelName",
      channel_handle.handle, case when live_setting.adult then null else live_setting.default_live_title end as title, account.language,
      live.id is not null and channel.ended_at is null
        and coalesce(live_setting.audience, 'EVERYBODY') = 'EVERYBODY' as "isOpen"
    from due
    join channel on channel.id = due.channel_id
    left join account on account.channel_id = due.channel_id
    left join live on live.id = due.live_id and live.closed_at is null
    left join live_setting on live_setting.channel_id = due.channel_id
    left join channel_handle on channel_handle.channel_id = due.channel_id and released_at is null`.execute(tx)
  return rows
}

export type PostResult = { state: 'WAITING' | 'SENT' | 'FAILED'; nextAttemptAt: number | null; failure: string | null }

/** Stores how an attempt ended, unless the streamer has replaced the address. */
export async function recordPost(
  tx: Tx,
  id: string,
  { state, nextAttemptAt, failure, now }: PostResult & { now: number },
): Promise<void> {
  await tx
    .updateTable('live_hook')
    .set({ state, next_attempt_at: nextAttemptAt, failure, tried_at: now, lease_expires_at_db: null })
    .where('id', '=', id)
    .execute()
}
