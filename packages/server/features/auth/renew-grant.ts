import type { Scope, WireProfile } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import type { Deps } from '../../infra/deps.ts'
import { insertOrLockGrant, lockGrant } from './grant-store.ts'
import { revokeGrant, updateGrantScopes } from './grants.ts'
import { issueTokens } from './issue-tokens.ts'

type Consent = { clientId: string; channelId: string }

/** Revokes the grant of a person and an application if there is one, and creates another. Returns its id. */
export async function renewGrant(
  { clientId, channelId, scopes }: Consent & { scopes: readonly Scope[] },
  { clock, db, random }: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<string> {
  const { now, monotonicNow } = clock.read()
  return db.transaction(async (tx, publish) => {
    const earlier = await lockGrant(tx, clientId, channelId)
    if (earlier !== null) await revokeGrant(tx, publish, earlier, { cause: 'RENEWED', now, monotonicNow })
    const grant = await insertOrLockGrant(tx, { id: random.uuid(), clientId, channelId, createdAt: now })
    await updateGrantScopes(tx, publish, grant, { scopes, now })
    await recordAudit(tx, now, { action: 'grant.created', channelId, clientId, detail: { scopes } })
    return grant.id
  })
}

/** Issues an access token of this grant. Null when it was revoked or replaced. */
export async function issueAccessToken(
  { clientId, channelId, grantId }: Consent & { grantId: string },
  { clock, dataKey, db, random }: Pick<Deps, 'clock' | 'dataKey' | 'db' | 'random'>,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const grant = await lockGrant(tx, clientId, channelId)
    if (grant?.id !== grantId) return null
    return (await issueTokens(tx, grant, { clock, dataKey, random, wireProfile })).accessToken
  })
}

/** The profile decides only the lifetime in the response, which is not returned here. */
const wireProfile: WireProfile = 'documented'
