import { createHmac } from 'node:crypto'
import { systemRandom } from '@onair/server/infra/random.ts'
import type { Incoming } from './relay.ts'

/** Older than any receiver may accept. */
const ageMs = 3_600_000

export type Signing = { secret: string; prefix: string }

/** A copy whose signature was made with another secret. */
export function withWrongSignature(incoming: Incoming, { prefix }: Signing): Incoming {
  return signed(incoming, { secret: 'another secret', prefix })
}

/** A copy as it would have been sent an hour ago: a recorded request that is sent again. */
export function withOldTimestamp(incoming: Incoming, signing: Signing): Incoming {
  const name = headerName(signing.prefix, 'timestamp')
  const timestamp = new Date(Date.parse(incoming.headers[name] ?? '') - ageMs).toISOString()
  return signed({ ...incoming, headers: { ...incoming.headers, [name]: timestamp } }, signing)
}

/** A new message about the same claim, as a resend by the owner. */
export function asNewMessage(incoming: Incoming, signing: Signing): Incoming {
  const messageId = systemRandom.uuid()
  const body = Buffer.from(incoming.body.toString('utf8').replaceAll(incoming.messageId, messageId))
  const headers = { ...incoming.headers, [headerName(signing.prefix, 'id')]: messageId }
  return signed({ ...incoming, messageId, headers, body }, signing)
}

function signed(incoming: Incoming, { secret, prefix }: Signing): Incoming {
  const timestamp = incoming.headers[headerName(prefix, 'timestamp')] ?? ''
  const mac = createHmac('sha256', secret).update(incoming.messageId).update(timestamp).update(incoming.body)
  const signature = `sha256=${mac.digest('hex')}`
  return { ...incoming, headers: { ...incoming.headers, [headerName(prefix, 'signature')]: signature } }
}

function headerName(prefix: string, name: 'id' | 'signature' | 'timestamp'): string {
  return `${prefix.toLowerCase()}event-message-${name}`
}
