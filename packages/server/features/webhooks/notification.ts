import { createHmac } from 'node:crypto'
import { webhookEvents, type Notification, type WebhookEvent } from '@onair/contract'
import { utcDate } from '../../shared/dates.ts'

/** The body of a notification. Stored at the first attempt, because retries send the same bytes. */
export function buildBody(
  { id, eventType, eventData }: { id: string; eventType: WebhookEvent; eventData: string },
  { clientId, url }: { clientId: string; url: string },
  firstAttemptAt: number,
): Buffer {
  const { version } = webhookEvents[eventType]
  const data = JSON.parse(eventData) as Notification['message']['event']['data']
  const body: Notification = {
    message: {
      messageId: id,
      version: '1',
      event: { eventTimeMillis: firstAttemptAt, version, eventType, data },
    },
    subscription: { clientId, status: 'ENABLED', method: { methodType: 'WEBHOOK', url } },
  }
  return Buffer.from(JSON.stringify(body))
}

/**
 * The headers of one attempt, with its own timestamp and the signature of each secret, the older one first. `retryNo` is 0
 * for the first attempt.
 */
export function buildHeaders(
  {
    id,
    eventType,
    body,
    retryNo,
    isTest,
  }: { id: string; eventType: WebhookEvent; body: Buffer; retryNo: number; isTest: boolean },
  { prefix, secrets, version }: { prefix: string; secrets: readonly string[]; version: string },
  beganAt: number,
): Record<string, string> {
  const timestamp = utcDate(beganAt)
  const [signature, newSignature] = secrets.map((secret) => sign(id, timestamp, body, secret))
  const eventHeaders = {
    'Event-Message-Id': id,
    'Event-Message-Timestamp': timestamp,
    'Event-Message-Signature': signature,
    ...(newSignature !== undefined && { 'Event-Message-Signature-New': newSignature }),
    'Event-Message-Type': 'notification',
    'Event-Message-Data-Type': eventType,
    'Event-Message-Version': '1',
    'Event-Message-Data-Version': webhookEvents[eventType].version,
    ...(isTest && { 'Event-Message-Test': 'true' }),
    ...(retryNo > 0 && { 'Event-Message-Retry': String(retryNo) }),
  }
  return {
    'Content-Type': 'application/json',
    'User-Agent': `Onair/${version}`,
    ...Object.fromEntries(Object.entries(eventHeaders).map(([name, value]) => [`${prefix}${name}`, value])),
  }
}

/** Specification, "Verification rules", 1 to 3. */
function sign(id: string, timestamp: string, body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(id).update(timestamp).update(body).digest('hex')}`
}
