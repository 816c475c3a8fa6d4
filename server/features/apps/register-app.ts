import { dropsScope, limits, scopeNamed, userScopes, type Scope, type WireProfile } from '@onair/contract'
import { badField, because, Refusal } from '../../kit/refusal.ts'
import { hashOf, keyFor, newSecret, seal } from '../../kit/secrets.ts'
import { refusalOfText } from '../../kit/text.ts'
import type { Tx } from '../../world/db/db.ts'
import type { Random } from '../../world/random.ts'
import type { World } from '../../world/world.ts'
import { insertApp } from './app-store.ts'
import { mayHaveDrops } from './organizations.ts'
import { lockOwnedApps } from './own-app-store.ts'
import { refusalOfName, refusalOfRedirect } from './naming-rules.ts'

export type NewApp = {
  name: string
  redirectUri: string
  /** Names of scopes; left out: all that the application may have. */
  scopes?: readonly string[] | undefined
  ownerChannelId?: string | undefined
  organizationId?: string | undefined
  wireProfile?: WireProfile | undefined
  headerPrefix?: string | undefined
}
export type Credentials = { clientId: string; clientSecret: string }

/**
 * Registers an application; its secret is told here and can never be read in full again. What else belongs to it from the
 * beginning is written by `besides`, in the same change.
 */
export async function registerApp(
  app: NewApp,
  world: Pick<World, 'clock' | 'config' | 'db' | 'programKey' | 'random'>,
  besides: (tx: Tx, clientId: string) => Promise<void> = async () => {},
): Promise<Credentials> {
  const { credentials, insert } = await appWriter(app, world)
  await world.db.change(async (tx) => {
    await insert(tx)
    await besides(tx, credentials.clientId)
  })
  return credentials
}

/** Registers an application of a person, who may have so many and no more. */
export async function registerOwnApp(
  app: NewApp & { ownerChannelId: string },
  world: Pick<World, 'clock' | 'config' | 'db' | 'programKey' | 'random'>,
): Promise<Credentials> {
  const { credentials, insert } = await appWriter(app, world)
  await world.db.change(async (tx) => {
    if ((await lockOwnedApps(tx, app.ownerChannelId)) >= limits.appsPerPerson)
      throw new Refusal('forbidden', because('TOO_MANY_APPS', { most: limits.appsPerPerson }))
    await insert(tx)
  })
  return credentials
}

async function appWriter(app: NewApp, world: Pick<World, 'clock' | 'config' | 'db' | 'programKey' | 'random'>) {
  const credentials = newCredentials(world.random)
  const hasDrops = await mayHaveDrops(app, world.db.read)
  const { row, scopes, secret } = appRows(app, credentials, world, { hasDrops })
  return { credentials, insert: (tx: Tx) => insertApp(tx, row, scopes, secret) }
}

/** What is written down of a new application, once every field has been looked at. */
export function appRows(
  app: NewApp,
  { clientId, clientSecret }: Credentials,
  world: Pick<World, 'clock' | 'config' | 'programKey' | 'random'>,
  { hasDrops }: { hasDrops: boolean } = { hasDrops: false },
) {
  const now = world.clock.now()
  const name = app.name.normalize('NFC').trim()
  const refusedName = refusalOfName(name, world.config)
  if (refusedName) throw badField('name', refusedName)
  const refusedRedirect = refusalOfText(app.redirectUri) ?? refusalOfRedirect(app.redirectUri)
  if (refusedRedirect) throw badField('redirectUri', refusedRedirect)
  const scopes = scopesOf(app, hasDrops)

  const sealed = seal(clientSecret, clientId, keyFor('client secrets', world.programKey), world.random)
  const secret = { hash: hashOf(clientSecret), client_id: clientId, sealed, created_at: now, expires_at: null }
  const row = {
    client_id: clientId,
    name,
    redirect_uri: app.redirectUri,
    owner_channel_id: app.ownerChannelId ?? null,
    organization_id: app.organizationId ?? null,
    wire_profile: app.wireProfile ?? null,
    header_prefix: app.headerPrefix ?? null,
    created_at: now,
  }
  return { row, scopes, secret }
}

function newCredentials(random: Random): Credentials {
  return { clientId: random.uuid(), clientSecret: newSecret(random) }
}

/** The scopes of these names; left out, all that an application may have. */
export function scopesOf({ scopes }: Pick<NewApp, 'scopes'>, hasDrops: boolean): Scope[] {
  const allowed = hasDrops ? [...userScopes, dropsScope] : userScopes
  if (scopes === undefined) return [...allowed]
  const known = scopes.map((name) => scopeNamed(name) ?? unknown(name))
  if (known.includes(dropsScope) && !hasDrops) throw badField('scopes', 'DROPS_NEED_ORGANIZATION')
  return [...new Set(known)]
}

function unknown(name: string): never {
  throw badField('scopes', because('NO_SUCH_SCOPE', { scope: name }))
}
