import type { Language } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import { firstOrNull } from '../../../infra/db/results.ts'
import type { Tables } from '../../../infra/db/tables.ts'

export type TokenPurpose = Tables['account_token']['purpose']
type TokenKey = { hash: Buffer; purpose: TokenPurpose }

export async function insertAccountToken(tx: Tx, token: Tables['account_token']): Promise<void> {
  await tx.insertInto('account_token').values(token).execute()
}

/** The account of a link that can be used: it has not expired, and the account still has the address. */
export function findTokenOwner(
  db: Reader,
  { hash, purpose }: TokenKey,
  monotonicNow: number,
): Promise<{ channelId: string; email: string } | null> {
  return db
    .selectFrom('account_token')
    .innerJoin('account', (join) =>
      join
        .onRef('account.channel_id', '=', 'account_token.channel_id')
        .onRef('account.email', '=', 'account_token.email'),
    )
    .innerJoin('channel', 'channel.id', 'account.channel_id')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', monotonicNow)
    .where('channel.ended_at', 'is', null)
    .select(['account.channel_id as channelId', 'account.email'])
    .$call(firstOrNull)
}

/** Deletes the links of a person for a purpose, or for each. */
export async function deleteTokensOf(tx: Tx, channelId: string, purpose: TokenPurpose | null): Promise<void> {
  let query = tx.deleteFrom('account_token').where('channel_id', '=', channelId)
  if (purpose !== null) query = query.where('purpose', '=', purpose)
  await query.execute()
}

/** False, and nothing is written, while `most` requests wait. */
export async function insertResetRequest(
  tx: Tx,
  request: Tables['password_reset_request'],
  most: number,
): Promise<boolean> {
  const { id, sealed_email, language, network, created_at } = request
  const { numAffectedRows } = await sql`
    insert into password_reset_request (id, sealed_email, language, network, created_at)
    select ${id}::uuid, ${sealed_email}, ${language}, ${network}, ${created_at}::bigint
    where (select count(*) from (select from password_reset_request limit ${most}) as waiting) < ${most}`.execute(tx)
  return numAffectedRows === 1n
}

/** Takes the oldest requests, of which other workers take others meanwhile. */
export function takeResetRequests(tx: Tx, limit: number): Promise<Tables['password_reset_request'][]> {
  return tx
    .deleteFrom('password_reset_request')
    .where('id', 'in', (oldest) =>
      oldest
        .selectFrom('password_reset_request')
        .select('id')
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

export async function markEmailVerified(tx: Tx, channelId: string, now: number): Promise<void> {
  await tx
    .updateTable('account')
    .set({ email_verified_at: sql`coalesce(email_verified_at, ${now})` })
    .where('channel_id', '=', channelId)
    .execute()
}

/** Sets the language of mails to a person. `isChosen`: also where there is one already. */
export async function updateLanguage(
  tx: Tx,
  channelId: string,
  { language, isChosen }: { language: Language; isChosen: boolean },
): Promise<void> {
  let query = tx.updateTable('account').set({ language }).where('channel_id', '=', channelId)
  if (!isChosen) query = query.where('language', 'is', null)
  await query.execute()
}
