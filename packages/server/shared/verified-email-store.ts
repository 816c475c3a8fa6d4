import type { Reader } from '../infra/db/db.ts'

/** Whether the person has verified the address of the account. */
export async function isEmailVerified(db: Reader, channelId: string): Promise<boolean> {
  const account = db.selectFrom('account').where('channel_id', '=', channelId).select('email_verified_at')
  return (await account.executeTakeFirst())?.email_verified_at != null
}
