import type { Reader, Tx } from '../../../infra/db/db.ts'
import { countRows, firstOrNull, hasChanged } from '../../../infra/db/results.ts'
import type { Tables } from '../../../infra/db/tables.ts'

export function loadAuthenticator(db: Reader, channelId: string): Promise<Tables['authenticator'] | null> {
  return db.selectFrom('authenticator').selectAll().where('channel_id', '=', channelId).$call(firstOrNull)
}

/** Whether two-step verification is on. */
export async function hasAuthenticator(db: Reader, channelId: string): Promise<boolean> {
  return (await loadAuthenticator(db, channelId))?.confirmed_at != null
}

/** Stores an authenticator in place of one that was not confirmed. False when one is confirmed. */
export function putAuthenticator(tx: Tx, authenticator: Tables['authenticator']): Promise<boolean> {
  const { channel_id: _, ...values } = authenticator
  return tx
    .insertInto('authenticator')
    .values(authenticator)
    .onConflict((conflict) =>
      conflict.column('channel_id').doUpdateSet(values).where('authenticator.confirmed_at', 'is', null),
    )
    .$call(hasChanged)
}

/** Confirms the authenticator with this secret. False when another was set up meanwhile, or it is confirmed already. */
export function markConfirmed(
  tx: Tx,
  { channelId, sealed, step, now }: { channelId: string; sealed: Buffer; step: number; now: number },
): Promise<boolean> {
  return tx
    .updateTable('authenticator')
    .set({ confirmed_at: now, last_step: step })
    .where('channel_id', '=', channelId)
    .where('sealed', '=', sealed)
    .where('confirmed_at', 'is', null)
    .$call(hasChanged)
}

/** Takes the code of a time step. False when it, or a later one, was taken before. Of two requests one gets it. */
export function takeStep(tx: Tx, channelId: string, step: number): Promise<boolean> {
  return tx
    .updateTable('authenticator')
    .set({ last_step: step })
    .where('channel_id', '=', channelId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .$call(hasChanged)
}

/** Takes a recovery code. False when the person has no such code. Of two requests one gets it. */
export function takeRecoveryCode(tx: Tx, channelId: string, hash: Buffer): Promise<boolean> {
  return tx
    .deleteFrom('recovery_code')
    .where('channel_id', '=', channelId)
    .where('code_hash', '=', hash)
    .$call(hasChanged)
}

/** Replaces the recovery codes. False while two-step verification is off. */
export async function replaceRecoveryCodes(tx: Tx, channelId: string, hashes: readonly Buffer[]): Promise<boolean> {
  const authenticator = await tx
    .selectFrom('authenticator')
    .select('channel_id')
    .where('channel_id', '=', channelId)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (authenticator === undefined) return false
  await tx.deleteFrom('recovery_code').where('channel_id', '=', channelId).execute()
  const rows = hashes.map((code_hash) => ({ channel_id: channelId, code_hash }))
  await tx.insertInto('recovery_code').values(rows).execute()
  return true
}

export function countRecoveryCodes(db: Reader, channelId: string): Promise<number> {
  return db.selectFrom('recovery_code').where('channel_id', '=', channelId).$call(countRows)
}

/** Deletes the authenticator with its recovery codes. False while two-step verification is off. */
export function deleteAuthenticator(tx: Tx, channelId: string): Promise<boolean> {
  return tx
    .deleteFrom('authenticator')
    .where('channel_id', '=', channelId)
    .where('confirmed_at', 'is not', null)
    .$call(hasChanged)
}
