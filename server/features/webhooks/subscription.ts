import type { WebhookStatus } from '@onair/contract'
import { causes } from '@onair/contract'
import { badField, because, Refusal } from '../../kit/refusal.ts'
import { deliveriesTopic, signal } from '../../kit/signals.ts'
import { refusalOfText } from '../../kit/text.ts'
import type { Tx } from '../../world/db/db.ts'
import type { World } from '../../world/world.ts'
import { markStatus, putUrl, removeSubscription } from './subscription-store.ts'

const longestUrl = 2_000

/** Refuses a URL that nothing would ever be sent to. */
export function checkWebhookUrl(url: string, { outgoing }: Pick<World, 'outgoing'>): void {
  const tooLong = url.length > longestUrl ? because('LONGER', { most: longestUrl }) : null
  const refused = tooLong ?? refusalOfText(url) ?? outgoing.refusalOf(url)
  if (refused !== null) throw badField('webhookUrl', refused)
}

/** Writes the URL of an application down that was looked at, within the change that makes or changes the application. */
export function writeWebhookUrl(url: string, { clock }: Pick<World, 'clock'>) {
  const now = clock.now()
  return (tx: Tx, clientId: string): Promise<void> => putUrl(tx, { clientId, url, now })
}

/** Sets or changes where an application is notified, whether anything is sent there, or both. What waits goes to the new URL. */
export async function changeWebhook(
  clientId: string,
  { url, status }: { url?: string | undefined; status?: WebhookStatus | undefined },
  world: Pick<World, 'clock' | 'db' | 'outgoing'>,
): Promise<void> {
  const now = world.clock.now()
  if (url !== undefined) checkWebhookUrl(url, world)
  await world.db.change(async (tx, tell) => {
    if (url !== undefined) await putUrl(tx, { clientId, url, now })
    if (status !== undefined && !(await markStatus(tx, { clientId, status, reason: reasonOf(status), now })))
      throw badField('url', 'NO_WEBHOOK_URL_YET')
    tell(signal(deliveriesTopic, {}))
  })
}

function reasonOf(status: WebhookStatus): string | null {
  return status === 'DISABLED' ? causes.BY_HAND : null
}

/** From now on the application is not notified. What waits stays, and goes on when there is a URL again. */
export async function removeWebhook(clientId: string, { db }: Pick<World, 'db'>): Promise<void> {
  const removed = await db.change((tx) => removeSubscription(tx, clientId))
  if (!removed) throw new Refusal('notFound', 'NO_WEBHOOK')
}
