import type { Reader, Tx } from '../../../infra/db/db.ts'
import { countChanged, firstOrNull, hasChanged } from '../../../infra/db/results.ts'
import type { Tables } from '../../../infra/db/tables.ts'
import { selectAccounts } from '../account-store.ts'

/** Inserts a link. False when the identity or the account is linked already. Of two requests one gets it. */
export function insertProviderLink(tx: Tx, link: Tables['provider_link']): Promise<boolean> {
  return tx
    .insertInto('provider_link')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .$call(hasChanged)
}

/** The account that an identity signs in to. Null for one that is not linked. */
export function loadLinkedAccount(db: Reader, identityHash: Buffer) {
  return selectAccounts(db)
    .innerJoin('provider_link', 'provider_link.channel_id', 'account.channel_id')
    .where('identity_hash', '=', identityHash)
    .$call(firstOrNull)
}

/** Records a use of a link. False when the account is not linked to this identity any more. */
export function markLinkUsed(
  tx: Tx,
  { channelId, identityHash, now }: { channelId: string; identityHash: Buffer; now: number },
): Promise<boolean> {
  return tx
    .updateTable('provider_link')
    .set({ last_used_at: now })
    .where('identity_hash', '=', identityHash)
    .where('channel_id', '=', channelId)
    .$call(hasChanged)
}

/** The links of an account, one of an issuer. */
export function listProviderLinks(db: Reader, channelId: string) {
  return db
    .selectFrom('provider_link')
    .where('channel_id', '=', channelId)
    .select(['issuer', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .orderBy('issuer')
    .execute()
}

/** False when the account is not linked to the issuer. */
export function deleteProviderLink(tx: Tx, channelId: string, issuer: string): Promise<boolean> {
  return tx
    .deleteFrom('provider_link')
    .where('channel_id', '=', channelId)
    .where('issuer', '=', issuer)
    .$call(hasChanged)
}

/** Deletes the links of an account and returns their number. */
export function deleteProviderLinksOf(tx: Tx, channelId: string): Promise<number> {
  return tx.deleteFrom('provider_link').where('channel_id', '=', channelId).$call(countChanged)
}
