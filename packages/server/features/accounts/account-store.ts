import { sql, type Insertable } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { allValues, firstOrNull, firstValue, hasChanged } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** Returns false, and writes nothing, when the email address is taken. */
export async function insertPerson(
  tx: Tx,
  channel: Insertable<Tables['channel']>,
  account: Insertable<Tables['account']>,
): Promise<boolean> {
  await tx.insertInto('channel').values(channel).execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return true
  await tx.deleteFrom('channel').where('id', '=', channel.id).execute()
  return false
}

export async function insertPeople(
  tx: Tx,
  channels: Insertable<Tables['channel']>[],
  accounts: Insertable<Tables['account']>[],
) {
  await tx.insertInto('channel').values(channels).execute()
  await tx.insertInto('account').values(accounts).execute()
}

/** `replacedName`: by a name that the people who run the site chose. */
export async function updateChannelName(
  tx: Tx,
  channelId: string,
  { name, now, replacedName }: { name: string; now: number; replacedName: string | undefined },
) {
  await tx
    .updateTable('channel')
    .set({ name, named_at: now, ...(replacedName !== undefined && { replaced_name: replacedName }) })
    .where('id', '=', channelId)
    .execute()
}

export async function loadChannelName(tx: Tx, channelId: string): Promise<string> {
  const { name } = await tx.selectFrom('channel').where('id', '=', channelId).select('name').executeTakeFirstOrThrow()
  return name
}

/** Until when the person keeps the name, or null. Locks the account, so that of two names the site's stays. */
export function lockName(tx: Tx, channelId: string): Promise<number | null> {
  return tx
    .selectFrom('account')
    .where('channel_id', '=', channelId)
    .select('name_locked_until')
    .forUpdate()
    .$call(firstValue)
}

export async function setNameLock(tx: Tx, channelId: string, until: number) {
  await tx.updateTable('account').set({ name_locked_until: until }).where('channel_id', '=', channelId).execute()
}

/** False when the person has accepted this version, or a later one, before. */
export function acceptVersion(tx: Tx, channelId: string, version: number): Promise<boolean> {
  return tx
    .updateTable('account')
    .set({ accepted_version: version })
    .where('channel_id', '=', channelId)
    .where('accepted_version', '<', version)
    .$call(hasChanged)
}

/** False when there is no such account. */
export function updateVerifiedMark(tx: Tx, channelId: string, verifiedMark: boolean): Promise<boolean> {
  return tx
    .updateTable('channel')
    .set({ verified_mark: verifiedMark })
    .where('id', '=', channelId)
    .where('id', 'in', (owner) => owner.selectFrom('account').select('channel_id'))
    .$call(hasChanged)
}

/** Returns those who were changed, whose rows are locked in the order of their ids. */
export function updateMayStream(tx: Tx, channelIds: readonly string[], mayStream: boolean): Promise<string[]> {
  return tx
    .updateTable('account')
    .set({ may_stream: mayStream })
    .where('channel_id', 'in', (ids) =>
      ids
        .selectFrom('account')
        .select('channel_id')
        .where('channel_id', 'in', channelIds)
        .where('may_stream', '!=', mayStream)
        .orderBy('channel_id')
        .forUpdate(),
    )
    .returning('channel_id')
    .$call(allValues)
}

/** The new address is not verified. Fails when another account has it: see `isEmailTaken`. */
export async function updateEmail(tx: Tx, channelId: string, email: string) {
  await tx.updateTable('account').set({ email, email_verified_at: null }).where('channel_id', '=', channelId).execute()
}

/** Whether a transaction failed because another account has the email address. */
export function isEmailTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'account_email_key'
}

export async function updatePasswordHash(tx: Tx, channelId: string, passwordHash: string) {
  await tx.updateTable('account').set({ password_hash: passwordHash }).where('channel_id', '=', channelId).execute()
}

export async function findPasswordHashes(db: Reader, channelIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('account')
    .where('channel_id', 'in', channelIds)
    .select(['channel_id', 'password_hash'])
    .execute()
  return new Map(rows.map((row) => [row.channel_id, row.password_hash]))
}

export function loadAccountByEmail(db: Reader, email: string) {
  return selectAccounts(db).where('account.email', '=', email).$call(firstOrNull)
}

/** When the account was created, whether its address is verified, and how many applications, connected applications, followers and subscribers it has. */
export async function loadOwnedCounts(db: Reader, channelId: string) {
  const { rows } = await sql<OwnedCounts>`
    select account.created_at as "createdAt", account.email_verified_at is not null as "emailVerified",
      (select count(*)::int from active_app join app_member using (client_id)
        where app_member.channel_id = account.channel_id and role = 'OWNER') as apps,
      (select count(*)::int from user_grant join active_app using (client_id) join app_member using (client_id)
        where app_member.channel_id = account.channel_id and role = 'OWNER') as "usersOfApps",
      (select count(*)::int from user_grant where user_grant.channel_id = account.channel_id) as "connectedApps",
      coalesce((select followers from follower_count where channel_id = account.channel_id), 0) as followers,
      coalesce((select subscribers from subscriber_count where channel_id = account.channel_id), 0) as subscribers
    from account where account.channel_id = ${channelId}`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('a signed-in person has no account')
  return counts
}

type OwnedCounts = {
  createdAt: number
  emailVerified: boolean
  apps: number
  usersOfApps: number
  connectedApps: number
  followers: number
  subscribers: number
}

/** Ends or resumes a channel. False when it is in this state already. */
export function setChannelEnded(tx: Tx, channelId: string, endedAt: number | null): Promise<boolean> {
  return tx
    .updateTable('channel')
    .set({ ended_at: endedAt })
    .where('id', '=', channelId)
    .where('ended_at', endedAt === null ? 'is not' : 'is', null)
    .$call(hasChanged)
}

/** Locks an account. Null when there is none. `isWaiting`: it signed up and is not approved. */
export async function lockAccount(
  tx: Tx,
  channelId: string,
): Promise<{ isSuspended: boolean; isWaiting: boolean } | null> {
  const row = await tx
    .selectFrom('account')
    .innerJoin('channel', 'channel.id', 'account.channel_id')
    .leftJoin('sign_up_request', 'sign_up_request.channel_id', 'account.channel_id')
    .where('account.channel_id', '=', channelId)
    .select(['channel.ended_at', 'sign_up_request.created_at as requested_at'])
    .forUpdate('account')
    .executeTakeFirst()
  if (row === undefined) return null
  const isWaiting = row.requested_at !== null
  return { isSuspended: row.ended_at !== null && !isWaiting, isWaiting }
}

/** Deletes the login with its web sessions, and replaces the name of the channel, which is purged later. */
export async function deleteLogin(tx: Tx, channelId: string, { name, now }: { name: string; now: number }) {
  await tx.deleteFrom('account').where('channel_id', '=', channelId).execute()
  await tx
    .updateTable('channel')
    .set({ name, named_at: now, replaced_name: null, verified_mark: false, ended_at: now })
    .where('id', '=', channelId)
    .execute()
}

export function loadAccount(db: Reader, channelId: string) {
  return selectAccounts(db)
    .select(['account.created_at', 'account.identity_verified_at', 'account.organization_id'])
    .where('account.channel_id', '=', channelId)
    .$call(firstOrNull)
}

/** Accounts with their channels and, until they are approved, their requests. */
export function selectAccounts(db: Reader) {
  return db
    .selectFrom('account')
    .innerJoin('channel', 'channel.id', 'account.channel_id')
    .leftJoin('sign_up_request', 'sign_up_request.channel_id', 'account.channel_id')
    .select([
      'account.channel_id',
      'account.email',
      'account.password_hash',
      'channel.name as channel_name',
      'channel.ended_at',
      'sign_up_request.created_at as requested_at',
      'sign_up_request.refused_at',
    ])
}
