import { createHmac } from 'node:crypto'
import { ipPrefix } from '../../shared/ip-prefix.ts'
import { deriveKey, seal, unseal } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'

/**
 * Who watches which channel. A person counts once however many windows they have, and so does a guest's browser; `personId`
 * is null for a guest.
 */
export type Viewer = { channelId: string; viewerId: string; personId: string | null }

/** `from` stands for a guest's address, which nobody can read in it; null for whoever is signed in. */
export type AdmittedViewer = Viewer & { addressHash: string | null }

type TicketDeps = Pick<Deps, 'clock' | 'programKey' | 'random'>

/** How long a ticket lets a viewer in. Nothing remembers tickets: within that time one lets in again. */
const ticketLifetimeMs = 30_000
const sealPurpose = 'viewer ticket'
/** No ticket of a session holds a point. */
const ticketPrefix = 'viewer.'

/** A ticket for a viewer's socket, which only a process of this platform can make or read. */
export function issueViewerTicket(viewer: AdmittedViewer, { clock, programKey, random }: TicketDeps): string {
  const { channelId, viewerId, personId, addressHash } = viewer
  const text = JSON.stringify([clock.monotonicNow() + ticketLifetimeMs, channelId, viewerId, personId, addressHash])
  return ticketPrefix + seal(text, sealPurpose, deriveKey(sealPurpose, programKey), random).toString('base64url')
}

export function isViewerTicket(ticket: string): boolean {
  return ticket.startsWith(ticketPrefix)
}

/** Whom a ticket lets in; null when it is not one of ours, or too old. */
export function verifyViewerTicket(
  ticket: string,
  { clock, programKey }: Omit<TicketDeps, 'random'>,
): AdmittedViewer | null {
  let text: string
  try {
    text = unseal(
      Buffer.from(ticket.slice(ticketPrefix.length), 'base64url'),
      sealPurpose,
      deriveKey(sealPurpose, programKey),
    )
  } catch {
    return null // Whatever cannot be opened was not sealed here.
  }
  type Payload = [until: number, channelId: string, viewerId: string, personId: string | null, from: string | null]
  const [expiresAt, channelId, viewerId, personId, addressHash] = JSON.parse(text) as Payload
  return clock.monotonicNow() < expiresAt ? { channelId, viewerId, personId, addressHash } : null
}

/** How a viewer is counted: as the person they are, or as what a guest's browser made up for itself. */
export function viewerIdOf(personId: string | null, guestId: string): string {
  return personId ?? `guest-${guestId}`
}

/** What stands for the address of a guest, or for the network that is all theirs. */
export function hashGuestAddress(address: string, { programKey }: Pick<Deps, 'programKey'>): string {
  return createHmac('sha256', deriveKey('guest addresses', programKey)).update(ipPrefix(address)).digest('base64url')
}
