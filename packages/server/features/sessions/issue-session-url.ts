import { formatReason, limits } from '@onair/contract'
import { Refusal } from '../../shared/refusal.ts'
import { hashSecret } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'
import { refusalToOpen } from './session-rules.ts'
import { insertSession, lockUsedSlots } from './session-store.ts'

/**
 * Issues a URL that accepts one connection within a minute, and occupies a slot until then. Gap 36.
 */
export async function issueSessionUrl(
  { clientId, ownerChannelId }: { clientId: string; ownerChannelId: string | null },
  { addresses, clock, db, random }: Pick<Deps, 'addresses' | 'clock' | 'db' | 'random'>,
): Promise<string> {
  const [now, monotonicNow] = [clock.now(), clock.monotonicNow()]
  // 128 URL-safe characters.
  const ticket = random.bytes(96).toString('base64url')

  await db.transaction(async (tx) => {
    const owner = ownerChannelId === null ? { clientId } : { channelId: ownerChannelId }
    const usedSlots = await lockUsedSlots(tx, owner, { now, monotonicNow })
    const refusal = refusalToOpen(usedSlots, ownerChannelId === null ? 'client' : 'user')
    if (refusal) throw new Refusal('badInput', refusal, { message: formatReason(refusal) })

    await insertSession(tx, {
      key: random.uuid(),
      client_id: clientId,
      owner_channel_id: ownerChannelId,
      ticket_hash: hashSecret(ticket),
      issued_at: now,
      ticket_expires_at: monotonicNow + limits.sessionUrlSec * 1000,
    })
  })
  return `${withExplicitPort(addresses.socketUrl)}?auth=${ticket}`
}

/** The origin with an explicit port, as clients expect it: `https://host:443`. Gap 36. */
function withExplicitPort(origin: string): string {
  const { protocol, hostname, port } = new URL(origin)
  return `${protocol}//${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}
