import type { Notification } from '@onair/contract'
import { hexToBytes, utf8Bytes, concatBytes } from './bytes.ts'

// Uses Web Crypto, so that it runs in Node, Deno, Bun and edge workers.

type WebhookRequest = {
  /** A `Headers` object, or an object with names in any case. */
  headers: Headers | { readonly [name: string]: string | readonly string[] | undefined }
  /** The raw body. A body that was parsed and serialized again has another signature. */
  body: string | Uint8Array | ArrayBuffer
  /** The client secret of the application, or the secret of the endpoint; both secrets during a rotation. */
  secret: string | readonly string[]
  /** Prefix of the header names. Default: `Svc-`. */
  prefix?: string
  /** The current time in milliseconds since 1970. */
  now?: number
  /** Allowed difference between the time of sending and `now`, against replays. Default: 300. */
  toleranceSec?: number
  /** Returns whether the message was processed before. Called after the signature was verified. */
  wasProcessed?: (messageId: string) => boolean | Promise<boolean>
}

/** Why a request is rejected: answer 403 and ignore it. */
export type WebhookRejection =
  | 'missing header'
  | 'malformed signature'
  | 'malformed timestamp'
  | 'wrong signature'
  | 'too old'
  | 'too new'
  | 'not a notification'
  | 'malformed body'

export type WebhookVerdict =
  | { verdict: 'new'; messageId: string; retry: number; notification: Notification }
  /** Processed before: answer 2xx, so that it is not retried, and ignore it. */
  | { verdict: 'duplicate'; messageId: string; retry: number; notification: Notification }
  | { verdict: 'rejected'; rejection: WebhookRejection }

/** Verifies a request to the webhook URL. Specification, "Webhook notification". */
export async function verifyWebhook({
  headers,
  body,
  secret,
  prefix = 'Svc-',
  now = Date.now(),
  toleranceSec = 300,
  wasProcessed = () => false,
}: WebhookRequest): Promise<WebhookVerdict> {
  const header = (name: string) => headerValue(headers, `${prefix}Event-Message-${name}`)
  const [messageId, timestamp, signature, type] = ['Id', 'Timestamp', 'Signature', 'Type'].map(header)
  if (messageId === undefined || timestamp === undefined || signature === undefined) return rejected('missing header')
  // While the secret of an endpoint is rotated, each of its two secrets has a signature.
  const signatures = [signature, header('Signature-New') ?? []].flat().map(parseSignature)
  if (!signatures.every((digest) => digest !== null)) return rejected('malformed signature')
  const sentAt = Date.parse(timestamp)
  if (Number.isNaN(sentAt)) return rejected('malformed timestamp')

  const bytes = toBytes(body)
  const signed = concatBytes(utf8Bytes(messageId + timestamp), bytes)
  if (!(await isSignatureValid(signed, signatures, [secret].flat()))) return rejected('wrong signature')
  if (sentAt < now - toleranceSec * 1_000) return rejected('too old')
  if (sentAt > now + toleranceSec * 1_000) return rejected('too new')
  if (type !== 'notification') return rejected('not a notification')

  const notification = parseNotification(bytes)
  if (notification?.message?.messageId !== messageId) return rejected('malformed body')
  const verdict = (await wasProcessed(messageId)) ? 'duplicate' : 'new'
  return { verdict, messageId, retry: Number(header('Retry') ?? 0), notification }
}

function rejected(rejection: WebhookRejection): WebhookVerdict {
  return { verdict: 'rejected', rejection }
}

function parseSignature(signature: string): Uint8Array<ArrayBuffer> | null {
  const hex = /^sha256=([0-9a-f]{64})$/.exec(signature)?.[1]
  return hex === undefined ? null : hexToBytes(hex)
}

/** Whether a secret made one of the signatures. `crypto.subtle.verify` compares in constant time. */
async function isSignatureValid(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  secrets: readonly string[],
): Promise<boolean> {
  let matches = false
  for (const secret of secrets) {
    if (secret === '') throw new TypeError('the secret is empty')
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', utf8Bytes(secret), algorithm, false, ['verify'])
    for (const signature of signatures)
      matches = (await crypto.subtle.verify('HMAC', key, signature, signed)) || matches
  }
  return matches
}

function headerValue(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] =
    Object.entries(headers).find(([headerName]) => headerName.toLowerCase() === name.toLowerCase()) ?? []
  return typeof value === 'string' ? value : value?.[0]
}

function toBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return utf8Bytes(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError('body must be the raw body: a string or bytes, not what a parser made of it')
}

function parseNotification(bytes: Uint8Array): Notification | null {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Notification | null
  } catch {
    return null
  }
}
