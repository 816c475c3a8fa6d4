import { limits, session, formatReason } from '@onair/contract'
import { defineHandler, type ClientCaller, type TokenCaller } from '../../shared/handler.ts'
import { Refusal } from '../../shared/refusal.ts'
import { hashSecret } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'
import { refusalToOpen } from './session-rules.ts'
import { insertSession, lockUsedSlots } from './session-store.ts'

export const openClientSession = defineHandler(session.openClientSession, ({ caller }, deps) =>
  issueSessionUrl(caller, deps),
)
export const openUserSession = defineHandler(session.openUserSession, ({ caller }, deps) =>
  issueSessionUrl(caller, deps),
)

/** Hands out an address that lets one connection in, once, within a minute; it takes a place until then. Gap 36. */
async function issueSessionUrl(caller: ClientCaller | TokenCaller, { addresses, clock, db, random }: Deps) {
  const [now, monotonicNow] = [clock.now(), clock.monotonicNow()]
  // 96 random bytes are 128 characters that are safe in URLs.
  const ticket = random.bytes(96).toString('base64url')
  const isUser = caller.kind === 'token'

  await db.transaction(async (tx) => {
    const owner = isUser ? { channelId: caller.channelId } : { clientId: caller.clientId }
    const refusal = refusalToOpen(await lockUsedSlots(tx, owner, { now, monotonicNow }), isUser ? 'user' : 'client')
    if (refusal) throw new Refusal('badInput', refusal, { message: formatReason(refusal) })

    await insertSession(tx, {
      key: random.uuid(),
      client_id: caller.clientId,
      owner_channel_id: isUser ? caller.channelId : null,
      ticket_hash: hashSecret(ticket),
      issued_at: now,
      ticket_expires_at: monotonicNow + limits.sessionUrlSec * 1000,
    })
  })
  return { url: `${withExplicitPort(addresses.socketUrl)}?auth=${ticket}` }
}

/** The origin with its port written out, as clients expect it: `https://host:443`. Gap 36. */
function withExplicitPort(origin: string): string {
  const { protocol, hostname, port } = new URL(origin)
  return `${protocol}//${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}
