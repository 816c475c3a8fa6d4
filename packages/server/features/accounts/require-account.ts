import type { Tx } from '../../infra/db/db.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import { lockAccount } from './account-store.ts'

/** Locks an account. Throws where there is none. */
export async function requireAccount(tx: Tx, channelId: string): Promise<{ isSuspended: boolean; isWaiting: boolean }> {
  const account = await lockAccount(tx, channelId)
  if (account === null) throw noPerson(channelId)
  return account
}

export function noPerson(channelId: string): Refusal {
  return new Refusal('notFound', errorReason('NO_SUCH_ACCOUNT', { channelId }))
}
