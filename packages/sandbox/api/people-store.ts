import type { Reader } from '@onair/server/infra/db/db.ts'
import type { TimeCursor } from '@onair/server/shared/list-cursor.ts'
import { hasTextOrId } from '@onair/server/shared/name-search-store.ts'

/** People whose name contains the text or whose id equals it, newest first, after a person in that order. */
export function searchPeople(db: Reader, text: string, { after, limit }: { after: TimeCursor | null; limit: number }) {
  let people = db
    .selectFrom('account')
    .innerJoin('channel', 'channel.id', 'account.channel_id')
    .where(hasTextOrId(text))
  if (after !== null)
    people = people
      // Where the index begins; the second condition leaves out those of the same time that were listed before.
      .where('account.created_at', '<=', after.createdAt)
      .where((where) =>
        where.or([
          where('account.created_at', '<', after.createdAt),
          where('account.channel_id', '>', after.channelId),
        ]),
      )
  return people
    .orderBy('account.created_at', 'desc')
    .orderBy('account.channel_id')
    .limit(limit)
    .select(['account.channel_id as channelId', 'channel.name as channelName', 'account.created_at as createdAt'])
    .execute()
}
