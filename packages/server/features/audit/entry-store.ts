import type { AuditAction } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'

export type EntryFilter = {
  actions?: readonly AuditAction[]
  /** Whether entries `site.read` are left out. */
  withoutReads?: boolean | undefined
  /** The account or channel concerned, or the person who acted. */
  channelId?: string | undefined
  clientId?: string | undefined
  network?: string | undefined
  /** Entries whose last count is at or after this time, in platform time. */
  since?: number | undefined
  /** Entries whose first count is before this time, in platform time. */
  until?: number | undefined
  /** Entries before this position. */
  before?: number | undefined
  limit: number
}

/** The newest entries first, with the names that channels and applications have now. */
export function findEntries(
  db: Reader,
  { actions, withoutReads, channelId, clientId, network, since, until, before, limit }: EntryFilter,
) {
  let query = db
    .selectFrom('audit_log')
    .leftJoin('channel', 'channel.id', 'audit_log.channel_id')
    .leftJoin('app', 'app.client_id', 'audit_log.client_id')
    .leftJoin('channel as actor', (join) =>
      join.onRef('actor.id', '=', 'audit_log.actor_id').on('actor_kind', '=', 'person'),
    )
    .selectAll('audit_log')
    .select(['channel.name as channel_name', 'app.name as app_name', 'actor.name as actor_name'])
    .orderBy('position', 'desc')
    .limit(limit)
  if (actions !== undefined) query = query.where('action', '=', sql<AuditAction>`any(${actions}::text[])`)
  if (withoutReads) query = query.where('action', '<>', 'site.read')
  if (channelId !== undefined)
    query = query.where((where) =>
      where.or([where('audit_log.channel_id', '=', channelId), where('actor_id', '=', channelId)]),
    )
  if (clientId !== undefined)
    query = query.where((where) =>
      where.or([where('audit_log.client_id', '=', clientId), where('actor_id', '=', clientId)]),
    )
  if (network !== undefined) query = query.where('network', '=', network)
  if (since !== undefined) query = query.where('last_at', '>=', since)
  if (until !== undefined) query = query.where('at', '<', until)
  if (before !== undefined) query = query.where('position', '<', before)
  return query.execute()
}
