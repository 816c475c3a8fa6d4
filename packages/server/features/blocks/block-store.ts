import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { countRows, hasChanged } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** The networks that are blocked now, the newest first. */
export function findBlockedNetworks(db: Reader, now: number) {
  return db
    .selectFrom('blocked_network')
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('network')
    .select([sql<string>`network::text`.as('network'), 'reason', 'created_at as createdAt', 'ends_at as endAt'])
    .execute()
}

/** Blocks a network, or changes its reason and end. False while `most` others are blocked. Blocks that are over go. */
export async function putBlockedNetwork(
  tx: Tx,
  { network, ...block }: Tables['blocked_network'],
  most: number,
): Promise<boolean> {
  await sql`lock table blocked_network in share row exclusive mode`.execute(tx)
  await tx.deleteFrom('blocked_network').where('ends_at', '<=', block.created_at).execute()
  const others = await tx.selectFrom('blocked_network').where('network', '!=', network).$call(countRows)
  if (others >= most) return false
  await tx
    .insertInto('blocked_network')
    .values({ network, ...block })
    .onConflict((conflict) => conflict.column('network').doUpdateSet(block))
    .execute()
  return true
}

/** False when the network is not blocked. */
export function deleteBlockedNetwork(tx: Tx, network: string): Promise<boolean> {
  return tx.deleteFrom('blocked_network').where('network', '=', network).$call(hasChanged)
}
