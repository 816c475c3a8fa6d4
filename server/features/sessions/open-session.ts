import { limits, session, textOfWhy } from '@onair/contract'
import { handle, type ClientCaller, type TokenCaller } from '../../kit/handle.ts'
import { Refusal } from '../../kit/refusal.ts'
import { hashOf } from '../../kit/secrets.ts'
import type { World } from '../../world/world.ts'
import { refusalToOpen } from './session-rules.ts'
import { insertSession, lockHeldPlaces } from './session-store.ts'

export const openClientSession = handle(session.openClientSession, ({ caller }, world) => open(caller, world))
export const openUserSession = handle(session.openUserSession, ({ caller }, world) => open(caller, world))

/** Hands out an address that lets one connection in, once, within a minute; it takes a place until then. Gap 36. */
async function open(caller: ClientCaller | TokenCaller, { addresses, clock, db, random }: World) {
  const [now, onward] = [clock.now(), clock.onward()]
  // 96 random bytes are 128 characters that are safe in URLs.
  const ticket = random.bytes(96).toString('base64url')
  const isUser = caller.kind === 'token'

  await db.change(async (tx) => {
    const owner = isUser ? { channelId: caller.channelId } : { clientId: caller.clientId }
    const refusal = refusalToOpen(await lockHeldPlaces(tx, owner, { now, onward }), isUser ? 'user' : 'client')
    if (refusal) throw new Refusal('badInput', refusal, { message: textOfWhy(refusal) })

    await insertSession(tx, {
      key: random.uuid(),
      client_id: caller.clientId,
      owner_channel_id: isUser ? caller.channelId : null,
      ticket_hash: hashOf(ticket),
      issued_at: now,
      ticket_expires_at: onward + limits.sessionUrlSec * 1000,
    })
  })
  return { url: `${withPort(addresses.socketUrl)}?auth=${ticket}` }
}

/** The origin with its port written out, as clients expect it: `https://host:443`. Gap 36. */
function withPort(origin: string): string {
  const { protocol, hostname, port } = new URL(origin)
  return `${protocol}//${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}
