import { sql } from 'kysely'
import type { Reader } from '@onair/server/infra/db/db.ts'
import { platformAppPrefix } from '@onair/server/features/apps/platform-app.ts'

/** The last application of a page. */
export type AppCursor = { createdAt: number; clientId: string }

/**
 * Applications whose name contains the text or whose id equals it, newest first, after one in that order. Without those of
 * the platform.
 */
export function findApps(db: Reader, text: string, { after, limit }: { after: AppCursor | null; limit: number }) {
  let apps = db
    .selectFrom('active_app as app')
    .leftJoin('channel', 'channel.id', 'app.owner_channel_id')
    .where('app.client_id', 'not like', `${platformAppPrefix}%`)
  if (text !== '')
    apps = apps.where(sql<boolean>`(strpos(lower(app.name), lower(${text})) > 0 or app.client_id = ${text})`)
  if (after !== null)
    apps = apps
      // Where the index begins; the second condition leaves out those of the same time that were listed before.
      .where('app.created_at', '<=', after.createdAt)
      .where((where) =>
        where.or([where('app.created_at', '<', after.createdAt), where('app.client_id', '>', after.clientId)]),
      )
  return apps
    .orderBy('app.created_at', 'desc')
    .orderBy('app.client_id')
    .limit(limit)
    .select([
      'app.client_id as clientId',
      'app.name',
      'app.created_at as createdAt',
      'channel.name as ownerChannelName',
    ])
    .execute()
}
