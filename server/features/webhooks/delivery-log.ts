import type { ContentOf, consoleWebhooks, DeliveryState } from '@onair/contract'
import { utcDate } from '../../kit/dates.ts'
import { badField } from '../../kit/refusal.ts'
import type { WebhookAttempt } from '../../world/db/tables.ts'
import type { World } from '../../world/world.ts'
import { findAttempts, findDeliveries, loadDelivery } from './delivery-log-store.ts'

type Listed = ContentOf<typeof consoleWebhooks.listDeliveries>
type Shown = ContentOf<typeof consoleWebhooks.readDelivery>
const orNull = (at: number | null) => (at === null ? null : utcDate(at))

/** The notifications of an application, newest first. */
export async function deliveriesOf(
  clientId: string,
  {
    state,
    since,
    next,
    size = 20,
  }: { state?: DeliveryState; since?: number | undefined; next?: string; size?: number },
  { db }: Pick<World, 'db'>,
): Promise<Listed> {
  if (next !== undefined && !/^\d{1,15}$/.test(next)) throw badField('next', 'NOT_FROM_AN_ANSWER')
  const found = await findDeliveries(db.read, clientId, {
    ...(state && { state }),
    ...(since !== undefined && { since }),
    ...(next !== undefined && { before: Number(next) }),
    size: size + 1,
  })
  const rows = found.slice(0, size)
  return {
    data: rows.map((row) => ({
      ...summaryOf(row),
      last: row.resend_no === null ? null : { outcome: row.outcome, reason: row.reason, status: row.answer_status },
    })),
    page: { next: found.length > size ? String(rows.at(-1)?.position) : null },
  }
}

/** A notification with all its attempts, and whose it is; null when there is none. */
export async function deliveryOf(
  deliveryId: string,
  { db }: Pick<World, 'db'>,
): Promise<{ clientId: string; content: Shown } | null> {
  const row = await loadDelivery(db.read, deliveryId)
  if (row === null) return null
  const attempts = await findAttempts(db.read, deliveryId)
  const content = {
    ...summaryOf(row),
    body: row.body && bytesOf(row.body),
    attemptsMade: attempts.map(attemptOf),
  }
  return { clientId: row.client_id, content }
}

function summaryOf(row: {
  id: string
  event_type: 'drop_reward_claim'
  state: DeliveryState
  attempts: number
  created_at: number
  next_attempt_at: number | null
  ended_at: number | null
  again_of: string | null
}) {
  return {
    deliveryId: row.id,
    eventType: row.event_type,
    state: row.state,
    attempts: row.attempts,
    createdDate: utcDate(row.created_at),
    nextAttemptDate: orNull(row.next_attempt_at),
    endedDate: orNull(row.ended_at),
    againOf: row.again_of,
  }
}

function attemptOf(row: WebhookAttempt): Shown['attemptsMade'][number] {
  return {
    resendNo: row.resend_no,
    beganDate: utcDate(row.began_at),
    endedDate: orNull(row.ended_at),
    tookMs: row.took_ms,
    outcome: row.outcome,
    reason: row.reason,
    status: row.answer_status,
    url: row.url,
    headers: JSON.parse(row.request_headers) as Record<string, string>,
    answer:
      row.answer_headers === null
        ? null
        : {
            headers: JSON.parse(row.answer_headers) as Record<string, string | string[]>,
            body: bytesOf(row.answer_body ?? Buffer.alloc(0)),
            truncated: row.answer_truncated ?? false,
          },
  }
}

function bytesOf(bytes: Buffer) {
  return { text: bytes.toString('utf8'), base64: bytes.toString('base64') }
}
