import { dropsScope, findRedirectUriError, findScope, type WireProfile } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { invalidField } from '../../shared/refusal.ts'
import { refusalOfLockedName } from '../../shared/naming/name-lock-rules.ts'
import { callersTopic, busMessage } from '../../shared/bus-messages.ts'
import { compose } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import { validateAppName, type NameRules } from '../../shared/naming/naming-rules.ts'
import { canHaveDrops } from './organizations.ts'
import { updateAppRow, putAppScopes } from './owned-app-store.ts'
import { resolveScopes } from './register-app.ts'
import { lockAppFor } from './require-app.ts'

type AppUpdate = {
  name?: string
  redirectUri?: string
  wireProfile?: WireProfile
  /** Applies to future consents. Existing grants keep their scopes. Gap 140. */
  scopes?: readonly string[]
  organizationId?: string
}

/** Updates the given settings of an application for a person who may change it, and publishes the change. */
export async function updateApp(
  { channelId, clientId }: { channelId: string; clientId: string },
  { name, redirectUri, wireProfile, scopes, organizationId }: AppUpdate,
  nameRules: NameRules,
  { clock, db, policy }: Pick<Deps, 'clock' | 'db' | 'policy'>,
): Promise<void> {
  const now = clock.now()
  const nameRefusal = name === undefined ? null : validateAppName(name, nameRules)
  if (nameRefusal) throw invalidField('name', nameRefusal)
  const redirectRefusal =
    redirectUri === undefined ? null : findRedirectUriError(redirectUri, { allowsHttp: policy.allowsHttpRedirects })
  if (redirectRefusal) throw invalidField('redirectUri', redirectRefusal)
  await db.transaction(async (tx, publish) => {
    const app = await lockAppFor(tx, { channelId, clientId, role: 'DEVELOPER' })
    const newName = name === undefined ? app.name : compose(name).trim()
    const lockRefusal = newName === app.name ? null : refusalOfLockedName(app.nameLockedUntil, now)
    if (lockRefusal) throw invalidField('name', lockRefusal)
    const changesOrganization = organizationId !== undefined && organizationId !== app.organizationId
    const requestsDrops = scopes?.some((scope) => findScope(scope) === dropsScope) === true && !app.hasDropsScope
    const organization = {
      organizationId: organizationId ?? app.organizationId ?? undefined,
      ownerChannelId: channelId,
      teamId: app.teamId,
    }
    // An owner who no longer represents the organization keeps the scopes the application has, and may drop
    // them.
    const hasDropsScope =
      changesOrganization || requestsDrops ? await canHaveDrops(organization, tx) : app.hasDropsScope
    const changes = {
      ...(name !== undefined && { name: newName }),
      ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
      ...(wireProfile !== undefined && { wire_profile: wireProfile }),
      ...(organizationId !== undefined && { organization_id: organizationId }),
    }
    await updateAppRow(tx, clientId, changes)
    if (scopes) await putAppScopes(tx, clientId, { scopes: resolveScopes({ scopes }, hasDropsScope), now })
    await recordAudit(tx, now, {
      action: 'app.updated',
      channelId,
      clientId,
      detail: { ...changes, ...(scopes && { scopes }), ...(app.teamId !== null && { teamId: app.teamId }) },
    })
    publish(busMessage(callersTopic, { clientId, channelId: null }))
  })
}
