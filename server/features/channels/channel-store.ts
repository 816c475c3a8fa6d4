import type { Reader } from '../../world/db/db.ts'

export async function isChannel(db: Reader, channelId: string): Promise<boolean> {
  return (await db.selectFrom('channel').select('id').where('id', '=', channelId).executeTakeFirst()) !== undefined
}
