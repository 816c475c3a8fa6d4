import { sql } from 'kysely'
import type { Tx } from '../../infra/db/db.ts'

/** The valid secrets of each endpoint, the older one first. */
export async function listValidSecrets(tx: Tx, endpointIds: readonly string[], monotonicNow: number) {
  const { rows } = await sql<{ endpointId: string; position: number; sealed: Buffer }>`
    select endpoint_id as "endpointId", position, sealed from webhook_secret
    where endpoint_id = any(${endpointIds}::text[]) and (expires_at is null or expires_at > ${monotonicNow})
    order by endpoint_id, position`.execute(tx)
  return rows
}

export async function insertEndpointSecret(tx: Tx, endpointId: string, sealed: Buffer) {
  await tx.insertInto('webhook_secret').values({ endpoint_id: endpointId, sealed, expires_at: null }).execute()
}

export async function updateEndpointSecretExpiry(tx: Tx, position: number, expiresAt: number) {
  await tx.updateTable('webhook_secret').set({ expires_at: expiresAt }).where('position', '=', position).execute()
}

export async function deleteExpiredSecrets(tx: Tx, endpointId: string, monotonicNow: number) {
  await tx
    .deleteFrom('webhook_secret')
    .where('endpoint_id', '=', endpointId)
    .where('expires_at', '<=', monotonicNow)
    .execute()
}
