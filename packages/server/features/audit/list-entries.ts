import {
  auditAlarms,
  limits,
  type AuditAction,
  type AuditActorKind,
  type consoleApi,
  type ContentOf,
  type QueryOf,
} from '@onair/contract'
import { utcDate, utcSecond } from '../../shared/dates.ts'
import type { Deps } from '../../infra/deps.ts'
import { findEntries, type EntryFilter } from './entry-store.ts'

export type AuditEntry = {
  position: number
  date: string
  action: AuditAction
  isAlarm: boolean
  actor: { kind: AuditActorKind; id: string | null }
  /** The account or channel concerned. Its name is null when it was deleted. */
  channel: { channelId: string; channelName: string | null } | null
  app: { clientId: string; name: string | null } | null
  network: string | null
  traceId: string | null
  detail: Readonly<Record<string, unknown>>
  /** How often it happened in this minute; `lastDate` is the date of the last time. */
  count: number
  lastDate: string
}

/** Entries of the audit log, the newest first. */
export async function listEntries(filter: EntryFilter, { db }: Pick<Deps, 'db'>): Promise<AuditEntry[]> {
  const rows = await findEntries(db.read, filter)
  return rows.map((row) => ({
    position: row.position,
    date: utcDate(row.at),
    action: row.action,
    isAlarm: auditAlarms.includes(row.action),
    actor: { kind: row.actor_kind, id: row.actor_id },
    channel: row.channel_id === null ? null : { channelId: row.channel_id, channelName: row.channel_name },
    app: row.client_id === null ? null : { clientId: row.client_id, name: row.app_name },
    network: row.network,
    traceId: row.trace_id,
    detail: row.detail,
    count: row.count,
    lastDate: utcDate(row.last_at),
  }))
}

/** A page of the audit log for its operators, the newest entries first. */
export async function listAuditEntries(
  { action, withoutReads, channelId, network, since, until, next }: QueryOf<typeof consoleApi.admin.listAuditEntries>,
  deps: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.admin.listAuditEntries>> {
  const rows = await findEntries(deps.db.read, {
    ...(action !== undefined && { actions: [action] }),
    withoutReads,
    channelId,
    network,
    since: since === undefined ? undefined : Date.parse(since),
    until: until === undefined ? undefined : Date.parse(until),
    before: next === undefined ? undefined : Number(next),
    limit: limits.sandboxListSize + 1,
  })
  const page = rows.slice(0, limits.sandboxListSize)
  return {
    data: page.map((row) => ({
      position: row.position,
      createdDate: utcSecond(row.at),
      action: row.action,
      isAlarm: auditAlarms.includes(row.action),
      actorKind: row.actor_kind,
      actorId: row.actor_id,
      actorName: row.actor_name,
      channelId: row.channel_id,
      channelName: row.channel_name,
      clientId: row.client_id,
      appName: row.app_name,
      network: row.network,
      detail: row.detail,
      count: row.count,
    })),
    page: { next: rows.length > page.length ? String(page.at(-1)?.position) : null },
  }
}
