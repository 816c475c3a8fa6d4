import type { consoleApi, ContentOf } from '@onair/contract'
import type { Selectable } from 'kysely'
import { utcDate } from '../../shared/dates.ts'
import type { Reader } from '../../infra/db/db.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { Deps } from '../../infra/deps.ts'
import { countWaiting } from './delivery-log-store.ts'
import { loadEndpoint } from './webhook-store.ts'

const maxWaitingCounted = 10_000

/** The registered webhook of an application, or null when it has none. */
export async function getWebhook(
  clientId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.webhooks.getWebhook>['webhook']> {
  const endpoint = await loadEndpoint(db.read, { clientId, endpointId: clientId })
  return endpoint === null ? null : toWebhook(endpoint, db.read)
}

/** Returns the details of an endpoint that its owner sees. */
export async function toWebhook(endpoint: Selectable<Tables['webhook_endpoint']>, db: Reader) {
  return {
    url: endpoint.url,
    status: endpoint.status,
    statusReason: endpoint.status_reason,
    changedDate: utcDate(endpoint.changed_at),
    failingSinceDate: endpoint.failing_since === null ? null : utcDate(endpoint.failing_since),
    waiting: await countWaiting(db, endpoint.id, maxWaitingCounted),
  }
}
