import { dropsScope, findRedirectUriError, findScope, userScopes, type Scope, type WireProfile } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { invalidField, errorReason } from '../../shared/refusal.ts'
import { hashSecret, newCredential, seal } from '../../shared/secrets.ts'
import { compose } from '../../shared/text.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { insertApp } from './app-store.ts'
import { clientSecretSeal } from './secrets/client-secret-seal.ts'
import { canHaveDrops } from './organizations.ts'
import { lockTeamFor } from './teams/require-team.ts'
import { requireFewApps } from './transfer-app.ts'
import { validateAppName, type NameRules } from '../../shared/naming/naming-rules.ts'

export type NewApp = {
  name: string
  redirectUri: string
  /** Names of scopes. Default: every scope that the application may have. */
  scopes?: readonly string[] | undefined
  /** The person who registers it, and who owns it unless it is of a team. */
  ownerChannelId?: string | undefined
  teamId?: string | undefined
  organizationId?: string | undefined
  wireProfile?: WireProfile | undefined
  headerPrefix?: string | undefined
}
export type Credentials = { clientId: string; clientSecret: string }

/**
 * Registers an application and returns its secret, which cannot be read again. `afterInsert` writes more in the
 * same transaction.
 */
export async function registerApp(
  app: NewApp,
  deps: Pick<Deps, 'clock' | 'config' | 'dataKey' | 'db' | 'policy' | 'programKey' | 'random'>,
  afterInsert: (tx: Tx, clientId: string) => Promise<void> = async () => {},
): Promise<Credentials> {
  const { credentials, insert } = await prepareApp(app, deps)
  await deps.db.transaction(async (tx) => {
    await insert(tx)
    await recordRegistration(tx, credentials, app, deps)
    await afterInsert(tx, credentials.clientId)
  })
  return credentials
}

/** Registers an application of a person, or of a team for a developer of it, up to the limit of either. */
export async function registerOwnedApp(
  app: NewApp & { ownerChannelId: string },
  nameRules: NameRules,
  deps: Pick<Deps, 'clock' | 'config' | 'dataKey' | 'db' | 'policy' | 'programKey' | 'random'>,
): Promise<Credentials> {
  const { credentials, insert } = await prepareApp(app, deps, nameRules)
  const { ownerChannelId: channelId, teamId } = app
  await deps.db.transaction(async (tx) => {
    if (teamId !== undefined) await lockTeamFor(tx, { teamId, channelId, role: 'DEVELOPER' })
    await requireFewApps(tx, teamId === undefined ? { channelId } : { teamId })
    await insert(tx)
    await recordRegistration(tx, credentials, app, deps)
  })
  return credentials
}

async function recordRegistration(
  tx: Tx,
  { clientId }: Credentials,
  { name, ownerChannelId, teamId }: NewApp,
  { clock }: Pick<Deps, 'clock'>,
) {
  const detail = { name, ...(teamId !== undefined && { teamId }) }
  await recordAudit(tx, clock.now(), { action: 'app.registered', channelId: ownerChannelId ?? null, clientId, detail })
}

async function prepareApp(
  app: NewApp,
  deps: Pick<Deps, 'clock' | 'config' | 'dataKey' | 'db' | 'policy' | 'programKey' | 'random'>,
  nameRules: NameRules = deps.config,
) {
  const credentials = createCredentials(deps)
  const hasDropsScope = await canHaveDrops(app, deps.db.read)
  const { row, scopes, secret } = buildAppRows(app, credentials, deps, { hasDropsScope, nameRules })
  return { credentials, insert: (tx: Tx) => insertApp(tx, row, scopes, secret) }
}

/** The validated rows of a new application, for a caller that inserts them itself. */
export function buildAppRows(
  app: NewApp,
  { clientId, clientSecret }: Credentials,
  deps: Pick<Deps, 'clock' | 'config' | 'policy' | 'programKey' | 'random'>,
  { hasDropsScope = false, nameRules = deps.config }: { hasDropsScope?: boolean; nameRules?: NameRules } = {},
) {
  const now = deps.clock.now()
  const name = compose(app.name).trim()
  const nameRefusal = validateAppName(name, nameRules)
  if (nameRefusal) throw invalidField('name', nameRefusal)
  const redirectRefusal = findRedirectUriError(app.redirectUri, { allowsHttp: deps.policy.allowsHttpRedirects })
  if (redirectRefusal) throw invalidField('redirectUri', redirectRefusal)
  const scopes = resolveScopes(app, hasDropsScope)

  const sealed = seal(clientSecret, clientSecretSeal(clientId), deps.programKey, deps.random)
  const secret = { hash: hashSecret(clientSecret), client_id: clientId, sealed, created_at: now, expires_at: null }
  const row = {
    client_id: clientId,
    name,
    redirect_uri: app.redirectUri,
    owner_channel_id: app.teamId === undefined ? (app.ownerChannelId ?? null) : null,
    team_id: app.teamId ?? null,
    organization_id: app.organizationId ?? null,
    wire_profile: app.wireProfile ?? null,
    header_prefix: app.headerPrefix ?? null,
    created_at: now,
  }
  return { row, scopes, secret }
}

function createCredentials(deps: Pick<Deps, 'dataKey' | 'random'>): Credentials {
  return { clientId: deps.random.uuid(), clientSecret: newCredential(deps) }
}

/** The scopes of these names. Default: every scope that an application may have. */
export function resolveScopes({ scopes }: Pick<NewApp, 'scopes'>, hasDropsScope: boolean): Scope[] {
  const allowed = hasDropsScope ? [...userScopes, dropsScope] : userScopes
  if (scopes === undefined) return [...allowed]
  const resolved = scopes.map((name) => findScope(name) ?? rejectUnknownScope(name))
  if (resolved.includes(dropsScope) && !hasDropsScope) throw invalidField('scopes', 'DROPS_NEED_ORGANIZATION')
  return [...new Set(resolved)]
}

function rejectUnknownScope(name: string): never {
  throw invalidField('scopes', errorReason('NO_SUCH_SCOPE', { scope: name }))
}
