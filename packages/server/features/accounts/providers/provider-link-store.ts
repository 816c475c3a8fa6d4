import type { Reader, Tx } from '../../../infra/db/db.ts'
import type { ProviderLink } from '../../../infra/db/tables.ts'
import { selectAccounts } from '../account-store.ts'

/** Inserts a link. False when the identity or the account is linked already. Of two requests one gets it. */
export async function insertProviderLink(tx: Tx, link: ProviderLink): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_link')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The account that an identity signs in to. Null for one that is not linked. */
export async function loadLinkedAccount(db: Reader, identityHash: Buffer) {
  const row = await selectAccounts(db)
    .innerJoin('provider_link', 'provider_link.channel_id', 'account.channel_id')
    .where('identity_hash', '=', identityHash)
    .executeTakeFirst()
  return row ?? null
}

/** Records a use of a link. False when the account is not linked to this identity any more. */
export async function markLinkUsed(
  tx: Tx,
  { channelId, identityHash, now }: { channelId: string; identityHash: Buffer; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('provider_link')
    .set({ last_used_at: now })
    .where('identity_hash', '=', identityHash)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The links of an account, one of an issuer. */
export function listProviderLinks(db: Reader, channelId: string) {
  return db
    .selectFrom('provider_link')
    .where('channel_id', '=', channelId)
    .select(['issuer', 'created_at', 'last_used_at'])
    .orderBy('issuer')
    .execute()
}

/** False when the account is not linked to the issuer. */
export async function deleteProviderLink(tx: Tx, channelId: string, issuer: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('provider_link')
    .where('channel_id', '=', channelId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes the links of an account and returns their number. */
export async function deleteProviderLinksOf(tx: Tx, channelId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('provider_link').where('channel_id', '=', channelId).executeTakeFirst()
  return Number(numDeletedRows)
}
