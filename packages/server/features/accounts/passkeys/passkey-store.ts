import { sql } from 'kysely'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import { countChanged, firstOrNull, hasChanged, isFound } from '../../../infra/db/results.ts'
import type { Tables } from '../../../infra/db/tables.ts'

/** The passkeys of a person, the newest first. */
export function listPasskeys(db: Reader, channelId: string): Promise<Tables['passkey'][]> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('channel_id', '=', channelId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export function hasPasskeys(db: Reader, channelId: string): Promise<boolean> {
  return db.selectFrom('passkey').select('id').where('channel_id', '=', channelId).limit(1).$call(isFound)
}

/** Inserts a passkey. False when there is one with this credential already. */
export function insertPasskey(tx: Tx, passkey: Tables['passkey']): Promise<boolean> {
  return tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .$call(hasChanged)
}

/** A passkey with its account. Null for an unknown credential. */
export function loadPasskeyOwner(db: Reader, credentialId: Buffer) {
  return db
    .selectFrom('passkey')
    .innerJoin('account', 'account.channel_id', 'passkey.channel_id')
    .innerJoin('channel', 'channel.id', 'passkey.channel_id')
    .selectAll('passkey')
    .select(['account.email', 'account.password_hash', 'channel.ended_at'])
    .where('credential_id', '=', credentialId)
    .$call(firstOrNull)
}

/** Records a use of a passkey. False when it was removed, or used at the same time with this count. */
export function markPasskeyUsed(
  tx: Tx,
  id: string,
  { signCount, now }: { signCount: number; now: number },
): Promise<boolean> {
  return tx
    .updateTable('passkey')
    .set({ sign_count: signCount, last_used_at: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('sign_count', '<', signCount), sql<boolean>`sign_count = 0 and ${signCount} = 0`]),
    )
    .$call(hasChanged)
}

/** False when the person has no such passkey. */
export function deletePasskey(tx: Tx, channelId: string, id: string): Promise<boolean> {
  return tx.deleteFrom('passkey').where('id', '=', id).where('channel_id', '=', channelId).$call(hasChanged)
}

/** Deletes the passkeys of a person and returns their number. */
export function deletePasskeysOf(tx: Tx, channelId: string): Promise<number> {
  return tx.deleteFrom('passkey').where('channel_id', '=', channelId).$call(countChanged)
}
