import type { consoleApi, ContentOf } from '@onair/contract'
import { utcDate } from '../../shared/dates.ts'
import type { Deps } from '../../infra/deps.ts'
import { countWaiting } from './delivery-log-store.ts'
import { loadWebhook } from './webhook-store.ts'

const maxWaitingCounted = 10_000

/** The webhook of an application, or null when it has none. */
export async function getWebhook(
  clientId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.webhooks.getWebhook>['webhook']> {
  const subscription = await loadWebhook(db.read, clientId)
  if (subscription === null) return null
  return {
    url: subscription.url,
    status: subscription.status,
    statusReason: subscription.status_reason,
    changedDate: utcDate(subscription.changed_at),
    failingSinceDate: subscription.failing_since === null ? null : utcDate(subscription.failing_since),
    waiting: await countWaiting(db.read, clientId, maxWaitingCounted),
  }
}
