import { errorReason, Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../infra/db/db.ts'
import { lockEndpoint, type EndpointKey } from './webhook-store.ts'

/** Locks an endpoint that is not the registered webhook. Throws a refusal when there is none. */
export async function lockFurtherEndpoint(tx: Tx, key: EndpointKey): Promise<void> {
  const isFurther = key.endpointId !== key.clientId
  if (!isFurther || (await lockEndpoint(tx, key)) === null) throw noSuchEndpoint(key.endpointId)
}

export function noSuchEndpoint(endpointId: string): Refusal {
  return new Refusal('notFound', errorReason('NO_SUCH_ENDPOINT', { endpointId }))
}
