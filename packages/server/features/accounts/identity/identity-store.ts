import type { Tx } from '../../../infra/db/db.ts'
import type { IdentityCheck, VerifiedIdentity } from '../../../infra/db/tables.ts'

/** Stores the check that a session waits for, in place of an earlier one. False when the session has ended. */
export async function putIdentityCheck(tx: Tx, { session_hash, state_hash, expires_at }: IdentityCheck) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('identity_check')
    .columns(['session_hash', 'state_hash', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('web_session')
        .where('token_hash', '=', session_hash)
        .select(['token_hash', eb.val(state_hash).as('state_hash'), eb.val(expires_at).as('expires_at')])
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.column('session_hash').doUpdateSet({ state_hash, expires_at }))
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes the check of this session and state. False when there is none, or it has expired. */
export async function consumeIdentityCheck(
  tx: Tx,
  { sessionHash, stateHash }: { sessionHash: Buffer; stateHash: Buffer },
  monotonicNow: number,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity_check')
    .where('session_hash', '=', sessionHash)
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', monotonicNow)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes up to `limit` expired checks and returns their number. */
export async function deleteExpiredIdentityChecks(tx: Tx, monotonicNow: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity_check')
    .where('session_hash', 'in', (expired) =>
      expired
        .selectFrom('identity_check')
        .select('session_hash')
        .where('expires_at', '<=', monotonicNow)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns false, and writes nothing, when the identity or the account is verified already. */
export async function insertVerifiedIdentity(tx: Tx, identity: VerifiedIdentity): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('verified_identity')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function markIdentityVerified(tx: Tx, channelId: string, now: number) {
  await tx.updateTable('account').set({ identity_verified_at: now }).where('channel_id', '=', channelId).execute()
}

export async function deleteVerifiedIdentity(tx: Tx, channelId: string) {
  await tx.deleteFrom('verified_identity').where('channel_id', '=', channelId).execute()
}

/** Returns false when the account does not exist or is not verified. */
export async function markIdentityUnverified(tx: Tx, channelId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ identity_verified_at: null })
    .where('channel_id', '=', channelId)
    .where('identity_verified_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The account that this identity has verified. */
export async function loadVerifiedChannelId(tx: Tx, identityHash: Buffer): Promise<string | null> {
  const row = await tx
    .selectFrom('verified_identity')
    .select('channel_id')
    .where('identity_hash', '=', identityHash)
    .executeTakeFirst()
  return row?.channel_id ?? null
}
