import { sql } from 'kysely'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import { hasChanged } from '../../../infra/db/results.ts'
import { platformAppPrefix } from '../platform-app.ts'
import { trafficStepsSec } from '../traffic/traffic-store.ts'

type Filters = { search: string | undefined; isDisabled: boolean | undefined }

/** An application as the people who run the site see it. */
export type SiteApp = {
  clientId: string
  name: string
  redirectUri: string
  channelId: string | null
  channelName: string | null
  teamId: string | null
  teamName: string | null
  createdAt: number
  lastUsedAt: number | null
  disabledAt: number | null
  disabledReason: string | null
  people: number
  calls: number
  errorCalls: number
}

/** A page of the applications of people and teams. `since`: from when calls are counted. */
export async function findSiteApps(
  db: Reader,
  filters: Filters,
  { sort, offset, size, since }: { sort: 'registered' | 'name'; offset: number; size: number; since: number },
): Promise<SiteApp[]> {
  const { rows } = await sql<SiteApp>`
    select app.client_id as "clientId", app.name, redirect_uri as "redirectUri", channel.id as "channelId",
      channel.name as "channelName", team.id as "teamId", team.name as "teamName", app.created_at as "createdAt",
      (select max(last_used_at) from app_usage where app_usage.client_id = app.client_id) as "lastUsedAt",
      disabled_at as "disabledAt", disabled_reason as "disabledReason",
      (select count(*)::int from user_grant where user_grant.client_id = app.client_id) as people,
      traffic.calls, traffic."errorCalls"
    from ${withOwners}
    cross join lateral (
      select coalesce(sum(count), 0)::float8 as calls,
        coalesce(sum(count) filter (where status >= 400), 0)::float8 as "errorCalls"
      from app_traffic
      where app_traffic.client_id = app.client_id and kind = 'call' and step_sec = ${trafficStepsSec.hour}
        and at >= ${since}) as traffic
    where ${matches(filters)}
    order by ${sort === 'name' ? sql`lower(app.name)` : sql`app.created_at desc`}, app.client_id
    limit ${size} offset ${offset}`.execute(db)
  return rows
}

export async function countSiteApps(db: Reader, filters: Filters): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${withOwners} where ${matches(filters)}`.execute(db)
  return rows[0]?.count ?? 0
}

const withOwners = sql`app
  left join channel on channel.id = app.owner_channel_id
  left join team on team.id = app.team_id`

const contains = (text: string) => sql`(
    strpos(lower(app.name), lower(${text})) > 0 or strpos(lower(redirect_uri), lower(${text})) > 0
    or strpos(lower(channel.name), lower(${text})) > 0 or strpos(lower(team.name), lower(${text})) > 0
    or starts_with(app.client_id, ${text}))`

function matches({ search, isDisabled }: Filters) {
  return sql`app.deleted_at is null and app.client_id not like ${`${platformAppPrefix}%`}
      and not exists (select from channel_overlay where channel_overlay.client_id = app.client_id)
      and ${search === undefined ? sql`true` : contains(search)}
      and ${isDisabled === undefined ? sql`true` : sql`(disabled_at is not null) = ${isDisabled}`}`
}

/** Locks an application of people or teams, and returns whose it is. Null when there is no such one. */
export async function lockSiteApp(
  tx: Tx,
  clientId: string,
): Promise<{ channelId: string | null; teamId: string | null; organizationId: string | null } | null> {
  const app = tx.selectFrom('app').where('client_id', '=', clientId).where('deleted_at', 'is', null)
  const found = await app
    .where('client_id', 'not like', `${platformAppPrefix}%`)
    .select(['owner_channel_id as channelId', 'team_id as teamId', 'organization_id as organizationId'])
    .forUpdate()
    .executeTakeFirst()
  return found ?? null
}

export function updateAppDisabled(tx: Tx, clientId: string, disabled: { at: number; reason: string } | null) {
  return tx
    .updateTable('app')
    .set({ disabled_at: disabled?.at ?? null, disabled_reason: disabled?.reason ?? null })
    .where('client_id', '=', clientId)
    .where('disabled_at', disabled === null ? 'is not' : 'is', null)
    .$call(hasChanged)
}
