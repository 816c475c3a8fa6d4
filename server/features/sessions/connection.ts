import type { WireProfile } from '@onair/contract'
import { hashOf } from '../../kit/secrets.ts'
import type { World } from '../../world/world.ts'
import { markConnected } from './session-store.ts'

/** `ownerChannelId` is null for a session of the application itself. */
export type Admission = {
  sessionKey: string
  clientId: string
  ownerChannelId: string | null
  wireProfile: WireProfile
}

/** Uses a session URL's ticket up. Null when it is unknown, used or expired. */
export type TakeTicket = (ticket: string) => Promise<Admission | null>

type Shown = { hash: Buffer; answer: (admission: Admission | null) => void; fail: (error: unknown) => void }

/** In a storm thousands are shown at once: so many go into one statement. */
const takenAtOnce = 250

/** Takes tickets for a gateway. Those that are shown while the database is being asked wait, and go together. */
export function ticketTaker(
  gatewayId: string,
  { clock, config, db }: Pick<World, 'clock' | 'config' | 'db'>,
): TakeTicket {
  let shown: Shown[] = []
  let isTaking = false

  async function takeAll() {
    isTaking = true
    while (shown.length > 0) {
      const due = shown.slice(0, takenAtOnce)
      shown = shown.slice(takenAtOnce)
      await take(due).catch((error: unknown) => {
        for (const { fail } of due) fail(error)
      })
    }
    isTaking = false
  }

  async function take(due: Shown[]) {
    const times = { now: clock.now(), onward: clock.onward() }
    const hashes = due.map(({ hash }) => hash)
    const rows = await db.change((tx) => markConnected(tx, hashes, gatewayId, times))
    const admitted = new Map(
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
    for (const { hash, answer } of due) {
      const name = hash.toString('hex')
      answer(admitted.get(name) ?? null)
      // One ticket that is shown twice at once lets one in.
      admitted.delete(name)
    }
  }

  return (ticket) =>
    new Promise((answer, fail) => {
      shown.push({ hash: hashOf(ticket), answer, fail })
      if (!isTaking) void takeAll()
    })
}
