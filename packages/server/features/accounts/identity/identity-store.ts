import type { Tx } from '../../../infra/db/db.ts'
import { firstValue, hasChanged } from '../../../infra/db/results.ts'
import type { Tables } from '../../../infra/db/tables.ts'

/** Stores the check that a session waits for, in place of an earlier one. False when the session has ended. */
export function putIdentityCheck(tx: Tx, { session_hash, state_hash, expires_at }: Tables['identity_check']) {
  return tx
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
    .$call(hasChanged)
}

/** Deletes the check of this session and state. False when there is none, or it has expired. */
export function consumeIdentityCheck(
  tx: Tx,
  { sessionHash, stateHash }: { sessionHash: Buffer; stateHash: Buffer },
  monotonicNow: number,
): Promise<boolean> {
  return tx
    .deleteFrom('identity_check')
    .where('session_hash', '=', sessionHash)
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', monotonicNow)
    .$call(hasChanged)
}

/** Returns false, and writes nothing, when the identity or the account is verified already. */
export function insertVerifiedIdentity(tx: Tx, identity: Tables['verified_identity']): Promise<boolean> {
  return tx
    .insertInto('verified_identity')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .$call(hasChanged)
}

export async function markIdentityVerified(tx: Tx, channelId: string, now: number) {
  await tx.updateTable('account').set({ identity_verified_at: now }).where('channel_id', '=', channelId).execute()
}

export async function deleteVerifiedIdentity(tx: Tx, channelId: string) {
  await tx.deleteFrom('verified_identity').where('channel_id', '=', channelId).execute()
}

/** Returns false when the account does not exist or is not verified. */
export function markIdentityUnverified(tx: Tx, channelId: string): Promise<boolean> {
  return tx
    .updateTable('account')
    .set({ identity_verified_at: null })
    .where('channel_id', '=', channelId)
    .where('identity_verified_at', 'is not', null)
    .$call(hasChanged)
}

/** The account that this identity has verified. */
export function loadVerifiedChannelId(tx: Tx, identityHash: Buffer): Promise<string | null> {
  return tx
    .selectFrom('verified_identity')
    .select('channel_id')
    .where('identity_hash', '=', identityHash)
    .$call(firstValue)
}
