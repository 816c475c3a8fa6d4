import type { Reader, Tx } from '../../../infra/db/db.ts'
import type { Visitor } from '../../../shared/callers/visitor.ts'
import { Refusal } from '../../../shared/refusal.ts'
import { lockVisitor } from '../sign-in/web-session-store.ts'
import { hasPasskeys } from '../passkeys/passkey-store.ts'
import { hasAuthenticator } from './second-factor-store.ts'

/**
 * Throws where the account has a second factor, and this session has proven none: the password alone would otherwise add a
 * second factor of somebody else.
 */
export async function requireSecondFactor(
  db: Reader,
  { channelId, hasSecondFactor }: Pick<Visitor, 'channelId' | 'hasSecondFactor'>,
): Promise<void> {
  if (hasSecondFactor) return
  if ((await hasAuthenticator(db, channelId)) || (await hasPasskeys(db, channelId)))
    throw new Refusal('forbidden', 'SECOND_FACTOR_REQUIRED')
}

/** Locks the account of a visitor in the transaction that adds a way into it. Throws also when the session has ended. */
export async function lockForNewFactor(
  tx: Tx,
  visitor: Pick<Visitor, 'channelId' | 'hasSecondFactor' | 'sessionHash'>,
): Promise<void> {
  if (!(await lockVisitor(tx, visitor))) throw new Refusal('unauthorized', 'NOT_SIGNED_IN')
  await requireSecondFactor(tx, visitor)
}
