import type { Updateable } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** The live settings of a channel, with its category. */
export function loadSetting(db: Reader, channelId: string) {
  return db
    .selectFrom('channel')
    .leftJoin('live_setting', 'live_setting.channel_id', 'channel.id')
    .leftJoin('live', (join) => join.onRef('live.channel_id', '=', 'channel.id').on('live.closed_at', 'is', null))
    .leftJoin('live_thumbnail', 'live_thumbnail.channel_id', 'channel.id')
    .leftJoin('category', 'category.id', 'live_setting.category_id')
    .where('channel.id', '=', channelId)
    .select([
      'channel.name as channelName',
      'live_setting.default_live_title as chosenTitle',
      'live_setting.tags',
      'live_setting.adult',
      'live.adult_by_site as adultBySite',
      'live_setting.is_recorded as isRecorded',
      'live_setting.allows_clips as allowsClips',
      'live_setting.audience',
      'live_setting.watch_password_hash as watchPasswordHash',
      'live_thumbnail.id as thumbnailId',
      'category.id as categoryId',
      'category.type as categoryType',
      'category.name_ko as categoryValue',
      'category.name_en as englishName',
      'category.poster_image_url as posterImageUrl',
    ])
    .executeTakeFirstOrThrow()
}

/** Locks the settings of a channel; returns its title, its category and who may watch. */
export async function lockSetting(tx: Tx, channelId: string) {
  const row = { channel_id: channelId }
  await tx
    .insertInto('live_setting')
    .values({ ...row, default_live_title: null, category_id: null })
    .onConflict((conflict) => conflict.column('channel_id').doNothing())
    .execute()
  return tx
    .selectFrom('live_setting')
    .select([
      'default_live_title as title',
      'category_id as categoryId',
      'audience',
      'adult',
      'watch_password_hash as passwordHash',
      'watch_version as watchVersion',
    ])
    .where('channel_id', '=', channelId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export type SettingUpdate = Omit<Updateable<Tables['live_setting']>, 'channel_id'>

/** Updates the given columns. */
export async function updateSetting(tx: Tx, channelId: string, update: SettingUpdate) {
  if (Object.keys(update).length === 0) return
  await tx.updateTable('live_setting').set(update).where('channel_id', '=', channelId).execute()
}
