import { createHmac } from 'node:crypto'
import { ipPrefix } from '../../shared/ip-prefix.ts'
import { deriveKey, seal, unseal } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'

/**
 * A viewer of a channel. A person, or a guest's browser, counts once for any number of windows.
 * `viewerChannelId` is null for a guest.
 */
export type Viewer = { channelId: string; viewerId: string; viewerChannelId: string | null }

/** `addressHash` identifies a guest's address; null for a signed-in viewer. */
export type AdmittedViewer = Viewer & { addressHash: string | null }

type TicketDeps = Pick<Deps, 'clock' | 'programKey' | 'random'>

/** Tickets are not stored, so within this time a ticket may be used repeatedly. */
const ticketLifetimeMs = 30_000
const ticketSeal = { purpose: 'viewer ticket', context: '' }
/** Session tickets contain no dot. */
const ticketPrefix = 'viewer.'

/** Issues a ticket for a viewer's socket, encrypted with the program key. */
export function issueViewerTicket(viewer: AdmittedViewer, { clock, programKey, random }: TicketDeps): string {
  const { channelId, viewerId, viewerChannelId, addressHash } = viewer
  const text = JSON.stringify([
    clock.monotonicNow() + ticketLifetimeMs,
    channelId,
    viewerId,
    viewerChannelId,
    addressHash,
  ])
  return ticketPrefix + seal(text, ticketSeal, programKey, random).toString('base64url')
}

export function isViewerTicket(ticket: string): boolean {
  return ticket.startsWith(ticketPrefix)
}

/** The viewer of a ticket. Null when the ticket is forged or expired. */
export function verifyViewerTicket(
  ticket: string,
  { clock, programKey }: Omit<TicketDeps, 'random'>,
): AdmittedViewer | null {
  let text: string
  try {
    text = unseal(Buffer.from(ticket.slice(ticketPrefix.length), 'base64url'), ticketSeal, programKey)
  } catch {
    return null // Not sealed with the program key.
  }
  type Payload = [
    until: number,
    channelId: string,
    viewerId: string,
    viewerChannelId: string | null,
    addressHash: string | null,
  ]
  const [expiresAt, channelId, viewerId, viewerChannelId, addressHash] = JSON.parse(text) as Payload
  return clock.monotonicNow() < expiresAt ? { channelId, viewerId, viewerChannelId, addressHash } : null
}

/** The id under which a viewer is counted: the person's, or a random one of the guest's browser. */
export function viewerIdOf(viewerChannelId: string | null, guestId: string): string {
  return viewerChannelId ?? `guest-${guestId}`
}

/** A hash of a guest's address prefix, which does not reveal the address. */
export function hashGuestAddress(address: string, { programKey }: Pick<Deps, 'programKey'>): string {
  return createHmac('sha256', deriveKey('guest addresses', programKey)).update(ipPrefix(address)).digest('base64url')
}
