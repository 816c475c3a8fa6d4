import type { Reader } from '../../../infra/db/db.ts'
import { loadAccount } from '../account-store.ts'
import { isPassword } from './password.ts'

/** Whether a password signs in to an account. */
export async function hasPassword(db: Reader, channelId: string): Promise<boolean> {
  const account = await loadAccount(db, channelId)
  return account !== null && isPassword(account.password_hash)
}
