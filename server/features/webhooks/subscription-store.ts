import type { Tx } from '../../world/db/db.ts'

/** A new URL begins anew: it has not failed yet. The status stays as it is; a first one is ENABLED. */
export async function putUrl(tx: Tx, { clientId, url, now }: { clientId: string; url: string; now: number }) {
  await tx
    .insertInto('webhook_subscription')
    .values({ client_id: clientId, url, changed_at: now })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ url, changed_at: now, failing_since: null }))
    .execute()
}
