import { createHmac } from 'node:crypto'
import { deriveKey, toCredential } from '@onair/server/shared/secrets.ts'
import type { Tx } from '@onair/server/infra/db/db.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { findPasswordHashes, insertPerson, updatePasswordHash } from '@onair/server/features/accounts/account-store.ts'
import { buildPersonRows } from '@onair/server/features/accounts/sign-up/create-person.ts'
import { hashPassword, hasSalt } from '@onair/server/features/accounts/password/password.ts'
import { insertApp, replaceRedirectUri } from '@onair/server/features/apps/app-store.ts'
import { putOrganization } from '@onair/server/features/apps/organization-store.ts'
import { buildAppRows, type Credentials } from '@onair/server/features/apps/register-app.ts'
import { insertFollower, insertSubscriber } from '@onair/server/features/channels/audience-store.ts'
import { channelExists } from '@onair/server/features/channels/channel-store.ts'
import { putManager } from '@onair/server/features/channels/manager-store.ts'
import { lockDemo } from './reset-store.ts'
import { demoPassword } from './sandbox-secret.ts'

type DemoRole = 'streamer' | 'manager' | 'subscriber' | 'follower' | 'viewer'
export type DemoPerson = { channelId: string; channelName: string; email: string; password: string; is: DemoRole }

const demoUsers: { name: string; email: string; is: DemoRole }[] = [
  { name: '하늘방송', email: 'streamer@onair.test', is: 'streamer' },
  { name: '든든한매니저', email: 'manager@onair.test', is: 'manager' },
  { name: '단골구독자', email: 'subscriber@onair.test', is: 'subscriber' },
  { name: 'follower_kim', email: 'follower@onair.test', is: 'follower' },
  { name: 'viewer_lee', email: 'viewer@onair.test', is: 'viewer' },
  { name: 'viewer_park', email: 'viewer2@onair.test', is: 'viewer' },
]

/** The streamer represents an organization, so that the demo application may have the drops scope. */
const organizationId = 'onair-demo'

const dayMs = 86_400_000

/** The redirect URI of the demo application: a page of the sandbox that shows the code, so nothing else has to listen. */
export function demoRedirectUri({ addresses }: Pick<Deps, 'addresses'>): string {
  return `${addresses.authUrl}${callbackPath}`
}

export const callbackPath = '/sandbox/callback'

/** Their ids derive from the data key, so that neither a reset nor another program key changes them. */
export function demoPeople(deps: Pick<Deps, 'config' | 'dataKey' | 'installationKey'>): DemoPerson[] {
  const password = demoPassword(deps)
  return demoUsers.map(({ name, email, is }) => {
    const channelId = deriveBytes(deps.dataKey, email).subarray(0, 16).toString('hex')
    return { channelId, channelName: name, email, password, is }
  })
}

export function demoCredentials({ dataKey }: Pick<Deps, 'dataKey'>): Credentials {
  const id = deriveBytes(dataKey, 'client id').subarray(0, 16).toString('hex')
  return {
    clientId: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    clientSecret: toCredential(deriveBytes(dataKey, 'client secret'), dataKey),
  }
}

/**
 * Prepares the demo data: a streamer, a manager, a subscriber, a follower, viewers, and an application with all scopes. The
 * returned function inserts it in one transaction, or updates the redirect URI and the passwords where the data exists. Of
 * processes that start at once, one inserts it.
 */
export async function prepareDemo(
  deps: Pick<
    Deps,
    'addresses' | 'clock' | 'config' | 'dataKey' | 'db' | 'installationKey' | 'policy' | 'programKey' | 'random'
  >,
): Promise<(tx: Tx) => Promise<void>> {
  const now = deps.clock.now()
  const people = demoPeople(deps)
  const stored = await findPasswordHashes(
    deps.db.read,
    people.map(({ channelId }) => channelId),
  )
  const rows = await Promise.all(
    people.map((person) =>
      buildPersonRows(person, deps, person.channelId, () => hashOnce(person, stored.get(person.channelId), deps)),
    ),
  )
  const streamer = people.find(({ is }) => is === 'streamer')?.channelId ?? ''
  const app = buildAppRows(
    {
      name: 'Demo application',
      redirectUri: demoRedirectUri(deps),
      ownerChannelId: streamer,
      organizationId,
    },
    demoCredentials(deps),
    deps,
    { hasDropsScope: true },
  )
  return async (tx) => {
    await lockDemo(tx)
    if (await channelExists(tx, streamer)) {
      for (const { account } of rows)
        if (account.password_hash !== stored.get(account.channel_id))
          await updatePasswordHash(tx, account.channel_id, account.password_hash)
      return replaceRedirectUri(tx, app.row.client_id, callbackPath, app.row.redirect_uri)
    }
    for (const { channel, account } of rows) await insertPerson(tx, channel, account)
    await insertAudience(tx, streamer, people, now)
    await putOrganization(tx, { id: organizationId, name: 'Onair demo', channel_id: streamer, approved_at: now })
    await insertApp(tx, app.row, app.scopes, app.secret)
  }
}

/** Prepares the copy of a sandbox with demo data: the demo application redirects to the copy. */
export function prepareCopiedDemo(deps: Pick<Deps, 'addresses' | 'dataKey'>): (tx: Tx) => Promise<void> {
  return (tx) => replaceRedirectUri(tx, demoCredentials(deps).clientId, callbackPath, demoRedirectUri(deps))
}

/**
 * Hashes the password, unless the stored hash is one of it: to hash them all takes longer than the rest of a start. The
 * salt derives from the password, which depends on ONAIR_SANDBOX_PUBLIC. A password that the person set has a random
 * salt.
 */
async function hashOnce(
  { email, password }: DemoPerson,
  stored: string | undefined,
  { config, dataKey }: Pick<Deps, 'config' | 'dataKey'>,
): Promise<string> {
  const salt = deriveBytes(dataKey, `salt ${email} ${password}`).subarray(0, 16)
  if (stored !== undefined && hasSalt(stored, salt, config)) return stored
  return hashPassword(password, { bytes: () => salt }, config)
}

async function insertAudience(tx: Tx, channelId: string, people: DemoPerson[], now: number) {
  for (const { is, channelId: personChannelId } of people) {
    const row = { channel_id: channelId, created_at: now }
    if (is === 'manager')
      await putManager(tx, { ...row, manager_channel_id: personChannelId, user_role: 'STREAMING_CHANNEL_MANAGER' })
    if (is === 'subscriber')
      // Before the sums of today and of this month, which count events: this subscription has none.
      await insertSubscriber(tx, {
        ...row,
        created_at: now - 35 * dayMs,
        subscriber_channel_id: personChannelId,
        tier_no: 1,
        month: 3,
      })
    if (is !== 'streamer' && is !== 'viewer') await insertFollower(tx, { ...row, follower_channel_id: personChannelId })
  }
}

function deriveBytes(dataKey: Buffer, label: string): Buffer {
  return createHmac('sha256', deriveKey('demo world', dataKey)).update(label).digest()
}
