import { createHmac } from 'node:crypto'
import { notifiedEvents, type Notification, type NotifiedEvent } from '@onair/contract'
import { utcDate } from '../../kit/dates.ts'

/** The body of a notification. Written down at its first attempt, because a resend has the same bytes. */
export function bodyOf(
  { id, eventType, eventData }: { id: string; eventType: NotifiedEvent; eventData: string },
  { clientId, url }: { clientId: string; url: string },
  firstBeganAt: number,
): Buffer {
  const { version } = notifiedEvents[eventType]
  const data = JSON.parse(eventData) as Notification['message']['event']['data']
  const body: Notification = {
    message: {
      messageId: id,
      version: '1',
      event: { eventTimeMillis: firstBeganAt, version, eventType, data },
    },
    subscription: { clientId, status: 'ENABLED', method: { methodType: 'WEBHOOK', url } },
  }
  return Buffer.from(JSON.stringify(body))
}

/** The headers of one attempt: timestamp and signature are its own, `resendNo` is 0 for the first. */
export function headersOf(
  { id, eventType, body, resendNo }: { id: string; eventType: NotifiedEvent; body: Buffer; resendNo: number },
  { prefix, secret, version }: { prefix: string; secret: string; version: string },
  beganAt: number,
): Record<string, string> {
  const timestamp = utcDate(beganAt)
  const named = {
    'Event-Message-Id': id,
    'Event-Message-Timestamp': timestamp,
    'Event-Message-Signature': signatureOf(id, timestamp, body, secret),
    'Event-Message-Type': 'notification',
    'Event-Message-Data-Type': eventType,
    'Event-Message-Version': '1',
    'Event-Message-Data-Version': notifiedEvents[eventType].version,
    ...(resendNo > 0 && { 'Event-Message-Retry': String(resendNo) }),
  }
  return {
    'Content-Type': 'application/json',
    'User-Agent': `Onair/${version}`,
    ...Object.fromEntries(Object.entries(named).map(([name, value]) => [`${prefix}${name}`, value])),
  }
}

/** Specification, "Verification rules", 1 to 3. */
function signatureOf(id: string, timestamp: string, body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(id).update(timestamp).update(body).digest('hex')}`
}
