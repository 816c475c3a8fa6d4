import { moderationActions, siteModerationActions, type ModerationAction } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'

type Filter = {
  channelId: string
  action?: ModerationAction
  targetChannelId?: string
  /** Part of the name, or the id, of the target or the actor. */
  text?: string | undefined
  before?: number | undefined
  limit: number
}

/**
 * Entries of the audit log about the moderation of a channel, the newest first, with the names that exist now and the
 * text of a hidden message or donation while it is kept.
 */
export function findModerationEntries(db: Reader, { channelId, action, targetChannelId, text, before, limit }: Filter) {
  const target = sql<string | null>`coalesce(detail->>'targetChannelId', detail->>'managerChannelId')`
  return db
    .selectFrom('audit_log')
    .leftJoin('channel as actor', 'actor.id', 'audit_log.actor_id')
    .leftJoin('app', 'app.client_id', 'audit_log.actor_id')
    .leftJoin('channel as target', (join) => join.on('target.id', '=', target))
    .where('audit_log.channel_id', '=', channelId)
    .where('action', 'in', action === undefined ? [...moderationActions] : [action])
    .$if(targetChannelId !== undefined, (entries) => entries.where(target, '=', targetChannelId ?? null))
    .$if(text !== undefined, (entries) => entries.where(isNamed(text ?? '')))
    .$if(before !== undefined, (entries) => entries.where('position', '<', before ?? null))
    .orderBy('position', 'desc')
    .limit(limit)
    .select(['position', 'action', 'at', 'detail', 'actor_kind', 'actor_id'])
    .select(['actor.name as actorName', 'app.name as appName', 'target.id as targetId', 'target.name as targetName'])
    .select((entry) =>
      entry
        .selectFrom('chat_message')
        .where('chat_message.id', '=', sql<string>`(detail->>'messageId')::uuid`)
        .whereRef('chat_message.channel_id', '=', 'audit_log.channel_id')
        .select('content')
        .as('messageContent'),
    )
    .select((entry) =>
      entry
        .selectFrom('donation')
        .where('donation.id', '=', sql<string>`(detail->>'donationId')::uuid`)
        .whereRef('donation.channel_id', '=', 'audit_log.channel_id')
        .select(sql<string>`event ->> 'donationText'`.as('text'))
        .as('donationText'),
    )
    .execute()
}

/** Who acted for the site on the live is not found, as it is not shown. */
function isNamed(text: string) {
  const has = (name: string) => sql`strpos(lower(${sql.ref(name)}), lower(${text})) > 0`
  const isActor = sql`${has('actor.name')} or ${has('app.name')} or actor_id = ${text}`
  const isShown = sql`action <> all(${[...siteModerationActions]}::text[])`
  return sql<boolean>`(${has('target.name')} or target.id = ${text} or (${isShown} and (${isActor})))`
}

/** The last restriction and the last timeout of each of these viewers, with the names that exist now. */
export function findRestrictionEntries(db: Reader, channelId: string, targetChannelIds: readonly string[]) {
  const target = sql<string>`detail->>'targetChannelId'`
  const isTimeout = sql<boolean>`detail ? 'seconds'`
  return db
    .selectFrom('audit_log')
    .leftJoin('channel as actor', 'actor.id', 'audit_log.actor_id')
    .leftJoin('app', 'app.client_id', 'audit_log.actor_id')
    .where('audit_log.channel_id', '=', channelId)
    .where('action', '=', 'restriction.created')
    .where(target, '=', sql<string>`any(${targetChannelIds})`)
    .distinctOn([target, isTimeout])
    .orderBy(target)
    .orderBy(isTimeout)
    .orderBy('position', 'desc')
    .select(['actor_kind', 'actor_id', 'actor.name as actorName', 'app.name as appName'])
    .select([target.as('targetChannelId'), isTimeout.as('isTimeout')])
    .execute()
}
