import { limits } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { Refusal } from '../../shared/refusal.ts'
import { newCredential, seal, unseal, type SealFor } from '../../shared/secrets.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadSigningSecrets } from '../apps/secrets/signing-secrets.ts'
import {
  deleteExpiredSecrets,
  insertEndpointSecret,
  listValidSecrets,
  updateEndpointSecretExpiry,
  type EndpointKey,
} from './webhook-store.ts'
import { lockFurtherEndpoint } from './lock-endpoint.ts'

const hourMs = 3_600_000

/**
 * The secrets that sign what is sent to each endpoint, the older one first. A registered webhook has one: the client
 * secret. A further endpoint has two during a rotation.
 */
export async function loadEndpointSecrets(
  tx: Tx,
  endpoints: readonly EndpointKey[],
  { clock, programKey }: Pick<Deps, 'clock' | 'programKey'>,
): Promise<Map<string, string[]>> {
  const registered = new Set(endpoints.filter(isRegistered).map(({ clientId }) => clientId))
  const further = new Set(endpoints.filter((each) => !isRegistered(each)).map(({ endpointId }) => endpointId))
  const secrets = new Map<string, string[]>()
  if (registered.size > 0)
    for (const [clientId, secret] of await loadSigningSecrets(tx, [...registered], { clock, programKey }))
      secrets.set(clientId, [secret])
  if (further.size === 0) return secrets
  for (const { endpointId, sealed } of await listValidSecrets(tx, [...further], clock.monotonicNow()))
    secrets.set(endpointId, [...(secrets.get(endpointId) ?? []), unseal(sealed, endpointSeal(endpointId), programKey)])
  return secrets
}

/** Stores a new secret of the endpoint, and returns it. */
export async function addEndpointSecret(
  tx: Tx,
  endpointId: string,
  { dataKey, programKey, random }: Pick<Deps, 'dataKey' | 'programKey' | 'random'>,
): Promise<string> {
  const secret = newCredential({ dataKey, random })
  await insertEndpointSecret(tx, endpointId, seal(secret, endpointSeal(endpointId), programKey, random))
  return secret
}

/** Creates a new secret. Both sign during the overlap; then the new one alone. At most two are valid. */
export async function rotateEndpointSecret(
  { overlapHours = limits.secretOverlapHours, ...key }: EndpointKey & { overlapHours?: number | undefined },
  deps: Pick<Deps, 'clock' | 'dataKey' | 'db' | 'programKey' | 'random'>,
): Promise<{ secret: string; olderExpiresAt: number }> {
  const { clock, db } = deps
  const [now, monotonicNow] = [clock.now(), clock.monotonicNow()]
  const secret = await db.transaction(async (tx) => {
    const [older, newer] = await lockSecretsOf(key, tx, monotonicNow)
    if (newer !== undefined) throw new Refusal('badInput', 'TOO_MANY_SECRETS')
    await updateEndpointSecretExpiry(tx, older!.position, monotonicNow + overlapHours * hourMs)
    await deleteExpiredSecrets(tx, key.endpointId, monotonicNow)
    const { clientId, endpointId } = key
    await recordAudit(tx, now, { action: 'secret.rotated', clientId, detail: { endpointId, overlapHours } })
    return addEndpointSecret(tx, endpointId, deps)
  })
  return { secret, olderExpiresAt: now + overlapHours * hourMs }
}

/** Revokes the older of two secrets. The newer one signs alone from now on. */
export async function revokeOlderEndpointSecret(
  key: EndpointKey,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const [now, monotonicNow] = [clock.now(), clock.monotonicNow()]
  await db.transaction(async (tx) => {
    const [older, newer] = await lockSecretsOf(key, tx, monotonicNow)
    if (newer === undefined) throw new Refusal('notFound', 'NO_OLDER_SECRET')
    await updateEndpointSecretExpiry(tx, older!.position, monotonicNow)
    const { clientId, endpointId } = key
    await recordAudit(tx, now, { action: 'secret.revoked', clientId, detail: { endpointId } })
  })
}

/** Locks a further endpoint against concurrent rotations, and returns its valid secrets, the older one first. */
async function lockSecretsOf(key: EndpointKey, tx: Tx, monotonicNow: number) {
  await lockFurtherEndpoint(tx, key)
  return listValidSecrets(tx, [key.endpointId], monotonicNow)
}

function isRegistered({ clientId, endpointId }: EndpointKey): boolean {
  return clientId === endpointId
}

export function endpointSeal(endpointId: string): SealFor {
  return { purpose: 'webhook secrets', context: endpointId }
}
