import type { OverlayKind, Scope } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'

type ConnectedApp = {
  clientId: string
  name: string
  makerName: string | null
  overlay: OverlayKind | null
  scopes: string[]
  createdAt: number
  firstUsedAt: number | null
  lastUsedAt: number | null
  sessions: number
}

type RequestingApp = {
  clientId: string
  name: string
  /** The organization, the team or the channel that registered it; null for one of the platform. */
  makerName: string | null
  redirectUri: string
  /** The scopes in order of registration. */
  scopes: Scope[]
}

/** Loads an application for the consent page, unless it is deleted or its owner has ended. */
export async function loadRequestingApp(db: Reader, clientId: string): Promise<RequestingApp | null> {
  const { rows } = await sql<RequestingApp>`
    select app.client_id as "clientId", app.name, coalesce(organization.name, team.name, maker.name) as "makerName",
      app.redirect_uri as "redirectUri",
      array(select scope from app_scope where app_scope.client_id = app.client_id order by position) as scopes
    from active_app as app
    left join organization on organization.id = app.organization_id
    left join team on team.id = app.team_id
    left join channel as maker on maker.id = app.owner_channel_id
    where app.client_id = ${clientId}`.execute(db)
  return rows[0] ?? null
}

/** The applications that a person has granted scopes, latest use first, unused ones last. Deleted applications are left out. */
export async function findConnectedApps(db: Reader, channelId: string): Promise<ConnectedApp[]> {
  const { rows } = await sql<ConnectedApp>`
    select app.client_id as "clientId", app.name, coalesce(organization.name, team.name, maker.name) as "makerName",
      channel_overlay.kind as overlay,
      array(select scope from user_grant_scope where grant_id = user_grant.id order by position) as scopes,
      user_grant.created_at as "createdAt",
      grant_usage.first_used_at as "firstUsedAt", grant_usage.last_used_at as "lastUsedAt",
      (select count(distinct session.key)::int from session_subscription
        join session on session.key = session_subscription.session_key and session.disconnected_at is null
        where session_subscription.grant_id = user_grant.id and session_ended_at is null) as sessions
    from user_grant
    join active_app as app on app.client_id = user_grant.client_id
    left join organization on organization.id = app.organization_id
    left join team on team.id = app.team_id
    left join channel as maker on maker.id = app.owner_channel_id
    left join channel_overlay on channel_overlay.channel_id = user_grant.channel_id
      and channel_overlay.client_id = user_grant.client_id
    left join grant_usage on grant_usage.grant_id = user_grant.id
    where user_grant.channel_id = ${channelId}
    order by grant_usage.last_used_at desc nulls last, user_grant.created_at desc, user_grant.id`.execute(db)
  return rows
}
