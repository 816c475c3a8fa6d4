import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { hasChanged } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { RestrictionTarget } from './restriction-rules.ts'
import type { TimeCursor } from '../../shared/list-cursor.ts'
import { hasTextOrId } from '../../shared/name-search-store.ts'

/** A person with their role and restrictions in a channel, or null. */
export async function loadTarget(
  db: Reader,
  channelId: string,
  targetChannelId: string,
): Promise<RestrictionTarget | null> {
  const row = await selectTarget(db, channelId, targetChannelId).executeTakeFirst()
  return row === undefined ? null : { channelId, ...row }
}

/** The query of `loadTarget`, to which a caller may add tables and columns. */
export function selectTarget(db: Reader, channelId: string, targetChannelId: string) {
  return db
    .selectFrom('channel as target')
    .leftJoin('channel_manager as manager', (join) =>
      join.on('manager.channel_id', '=', channelId).onRef('manager.manager_channel_id', '=', 'target.id'),
    )
    .leftJoin('channel_restriction as restriction', (join) =>
      join.on('restriction.channel_id', '=', channelId).onRef('restriction.restricted_channel_id', '=', 'target.id'),
    )
    .leftJoin('temporary_restriction as temporary', (join) =>
      join.on('temporary.channel_id', '=', channelId).onRef('temporary.restricted_channel_id', '=', 'target.id'),
    )
    .where('target.id', '=', targetChannelId)
    .select([
      'target.id as memberChannelId',
      'manager.user_role as managerRole',
      'restriction.created_at as restrictedAt',
      'temporary.release_at as temporarilyRestrictedUntil',
    ])
}

/** Returns false if a concurrent transaction inserted it. */
export function insertRestriction(tx: Tx, restriction: Tables['channel_restriction']): Promise<boolean> {
  return tx
    .insertInto('channel_restriction')
    .values(restriction)
    .onConflict((conflict) => conflict.doNothing())
    .$call(hasChanged)
}

export function deleteRestriction(tx: Tx, channelId: string, targetChannelId: string): Promise<boolean> {
  return tx
    .deleteFrom('channel_restriction')
    .where('channel_id', '=', channelId)
    .where('restricted_channel_id', '=', targetChannelId)
    .$call(hasChanged)
}

/** Inserts or replaces an ended restriction. Returns false if one is active. */
export function putTemporaryRestriction(tx: Tx, restriction: Tables['temporary_restriction']): Promise<boolean> {
  const { restricted_by, created_at, release_at } = restriction
  return tx
    .insertInto('temporary_restriction')
    .values(restriction)
    .onConflict((conflict) =>
      conflict
        .columns(['channel_id', 'restricted_channel_id'])
        .doUpdateSet({ restricted_by, created_at, release_at })
        .where('temporary_restriction.release_at', '<=', created_at),
    )
    .$call(hasChanged)
}

export function deleteTemporaryRestriction(tx: Tx, channelId: string, targetChannelId: string): Promise<boolean> {
  return tx
    .deleteFrom('temporary_restriction')
    .where('channel_id', '=', channelId)
    .where('restricted_channel_id', '=', targetChannelId)
    .$call(hasChanged)
}

/** `text` is a part of the name of the viewer, or the id; the empty text matches all. */
type RestrictionPage = { after: TimeCursor | null; size: number; text?: string }

/** The viewers of a channel who are restricted until released, newest first. */
export function findRestricted(db: Reader, channelId: string, { after, size, text = '' }: RestrictionPage) {
  return db
    .selectFrom('channel_restriction as restriction')
    .innerJoin('channel', 'channel.id', 'restriction.restricted_channel_id')
    .where('restriction.channel_id', '=', channelId)
    .where(isAfter(after))
    .where(hasTextOrId(text))
    .orderBy('restriction.created_at', 'desc')
    .orderBy('restriction.restricted_channel_id', 'desc')
    .limit(size)
    .select(['channel.id as channelId', 'channel.name as channelName', 'restriction.created_at as createdAt'])
    .execute()
}

/** The viewers of a channel who are only restricted for a time that has not ended, newest first. */
export function findTemporarilyRestricted(
  db: Reader,
  channelId: string,
  { after, size, text = '', now }: RestrictionPage & { now: number },
) {
  return db
    .selectFrom('temporary_restriction as restriction')
    .innerJoin('channel', 'channel.id', 'restriction.restricted_channel_id')
    .where('restriction.channel_id', '=', channelId)
    .where('restriction.release_at', '>', now)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('channel_restriction as permanent')
            .select('permanent.channel_id')
            .whereRef('permanent.channel_id', '=', 'restriction.channel_id')
            .whereRef('permanent.restricted_channel_id', '=', 'restriction.restricted_channel_id'),
        ),
      ),
    )
    .where(isAfter(after))
    .where(hasTextOrId(text))
    .orderBy('restriction.created_at', 'desc')
    .orderBy('restriction.restricted_channel_id', 'desc')
    .limit(size)
    .select(['channel.id as channelId', 'channel.name as channelName', 'restriction.created_at as createdAt'])
    .select('restriction.release_at as releaseAt')
    .execute()
}

const isAfter = (after: TimeCursor | null) =>
  after === null
    ? sql<boolean>`true`
    : sql<boolean>`(restriction.created_at, restriction.restricted_channel_id) < (${after.createdAt}, ${after.channelId})`
