import type { WireProfile } from '@onair/contract'
import { hashSecret } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'
import { markConnected } from './session-store.ts'

/** `ownerChannelId` is null for a session of the application itself. */
export type ConnectedSession = {
  sessionKey: string
  clientId: string
  ownerChannelId: string | null
  wireProfile: WireProfile
}

/** Uses a session URL's ticket up. Null when it is unknown, used or expired. */
export type RedeemTicket = (ticket: string) => Promise<ConnectedSession | null>

type PendingTicket = {
  hash: Buffer
  resolve: (session: ConnectedSession | null) => void
  reject: (error: unknown) => void
}

/** In a storm thousands are shown at once: so many go into one statement. */
const redeemBatchSize = 250

/** Takes tickets for a gateway. Those that are shown while the database is being asked wait, and go together. */
export function createTicketRedeemer(
  gatewayId: string,
  { clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>,
): RedeemTicket {
  let pending: PendingTicket[] = []
  let isRedeeming = false

  async function redeemPending() {
    isRedeeming = true
    while (pending.length > 0) {
      const batch = pending.slice(0, redeemBatchSize)
      pending = pending.slice(redeemBatchSize)
      await redeemBatch(batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error)
      })
    }
    isRedeeming = false
  }

  async function redeemBatch(batch: PendingTicket[]) {
    const times = { now: clock.now(), monotonicNow: clock.monotonicNow() }
    const hashes = batch.map(({ hash }) => hash)
    const rows = await db.transaction((tx) => markConnected(tx, hashes, gatewayId, times))
    const sessionsByHash = new Map(
      rows.map(({ key, client_id, owner_channel_id, ticket_hash, wire_profile }) => [
        ticket_hash.toString('hex'),
        {
          sessionKey: key,
          clientId: client_id,
          ownerChannelId: owner_channel_id,
          wireProfile: (wire_profile as WireProfile | null) ?? config.wireProfile,
        },
      ]),
    )
    for (const { hash, resolve } of batch) {
      const hexHash = hash.toString('hex')
      resolve(sessionsByHash.get(hexHash) ?? null)
      // One ticket that is shown twice at once lets one in.
      sessionsByHash.delete(hexHash)
    }
  }

  return (ticket) =>
    new Promise((resolve, reject) => {
      pending.push({ hash: hashSecret(ticket), resolve, reject })
      if (!isRedeeming) void redeemPending()
    })
}
