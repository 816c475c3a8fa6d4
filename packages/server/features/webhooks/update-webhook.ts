import { failure, type WebhookStatus } from '@onair/contract'
import { invalidField, errorReason, Refusal } from '../../shared/refusal.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import { deliveriesTopic, busMessage } from '../../shared/bus-messages.ts'
import { validateText } from '../../shared/text.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { updateEndpointStatus, putWebhookUrl, deleteEndpointRow } from './webhook-store.ts'

const maxUrlLength = 2_000

/** Throws a refusal if notifications would never be sent to this URL. */
export function requireValidWebhookUrl(
  url: string,
  { outboundHttp }: Pick<Deps, 'outboundHttp'>,
  field = 'webhookUrl',
): void {
  const lengthError = url.length > maxUrlLength ? errorReason('TOO_LONG', { most: maxUrlLength }) : null
  const refusal = lengthError ?? validateText(url) ?? outboundHttp.refusalFor(url)
  if (refusal !== null) throw invalidField(field, refusal)
}

/** Returns a function that stores a valid URL in the transaction that registers or updates the application. */
export function webhookUrlWriter(url: string, { clock }: Pick<Deps, 'clock'>) {
  const now = clock.now()
  return (tx: Tx, clientId: string): Promise<void> => putWebhookUrl(tx, { clientId, url, now })
}

/** Returns the values that change when a status is set by hand. */
export function statusChange(status: WebhookStatus, now: number) {
  return { status, reason: status === 'DISABLED' ? failure('DISABLED_MANUALLY') : null, now }
}

/** Sets the URL, the status or both. Waiting deliveries go to the new URL. */
export async function updateWebhook(
  clientId: string,
  { url, status }: { url?: string | undefined; status?: WebhookStatus | undefined },
  deps: Pick<Deps, 'clock' | 'db' | 'outboundHttp'>,
): Promise<void> {
  const now = deps.clock.now()
  if (url !== undefined) requireValidWebhookUrl(url, deps)
  await deps.db.transaction(async (tx, publish) => {
    if (url !== undefined) await putWebhookUrl(tx, { clientId, url, now })
    if (
      status !== undefined &&
      !(await updateEndpointStatus(tx, { clientId, endpointId: clientId }, statusChange(status, now)))
    )
      throw invalidField('url', 'WEBHOOK_URL_MISSING')
    // The path and the query of a URL may hold a secret of the receiver.
    const detail = {
      ...(url !== undefined && { webhookOrigin: new URL(url).origin }),
      ...(status !== undefined && { webhookStatus: status }),
    }
    await recordAudit(tx, now, { action: 'app.updated', clientId, detail })
    publish(busMessage(deliveriesTopic, {}))
  })
}

/** Stops notifications. Waiting deliveries stay, and resume when there is a URL again. */
export async function deleteWebhook(clientId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    if (!(await deleteEndpointRow(tx, { clientId, endpointId: clientId }))) throw new Refusal('notFound', 'NO_WEBHOOK')
    await recordAudit(tx, now, { action: 'app.updated', clientId, detail: { webhookOrigin: null } })
  })
}
