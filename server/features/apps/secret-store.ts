import { sql } from 'kysely'
import type { Tx } from '../../world/db/db.ts'

/** The oldest secret that is good now, of each of these applications. */
export function findOldestSecrets(tx: Tx, clientIds: readonly string[], now: number) {
  return tx
    .selectFrom('app_secret')
    .distinctOn('client_id')
    .select(['client_id', 'sealed'])
    .where('client_id', '=', sql<string>`any(${clientIds}::text[])`)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('client_id')
    .orderBy('created_at')
    .orderBy('expires_at', (order) => order.asc().nullsLast())
    .execute()
}
