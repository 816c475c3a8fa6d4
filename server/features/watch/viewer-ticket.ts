import { createHmac } from 'node:crypto'
import { networkOf } from '../../kit/network-of.ts'
import { keyFor, seal, unseal } from '../../kit/secrets.ts'
import type { World } from '../../world/world.ts'

/**
 * Who watches which channel. A person counts once however many windows they have, and so does a guest's browser; `personId`
 * is null for a guest.
 */
export type Viewer = { channelId: string; viewerId: string; personId: string | null }

/** `from` stands for a guest's address, which nobody can read in it; null for whoever is signed in. */
export type Admissible = Viewer & { from: string | null }

type Needs = Pick<World, 'clock' | 'programKey' | 'random'>

/** How long a ticket lets a viewer in. Nothing remembers tickets: within that time one lets in again. */
const goodForMs = 30_000
const sealedAs = 'viewer ticket'
/** No ticket of a session holds a point. */
const mark = 'viewer.'

/** A ticket for a viewer's socket, which only a process of this platform can make or read. */
export function viewerTicket(viewer: Admissible, { clock, programKey, random }: Needs): string {
  const { channelId, viewerId, personId, from } = viewer
  const text = JSON.stringify([clock.onward() + goodForMs, channelId, viewerId, personId, from])
  return mark + seal(text, sealedAs, keyFor(sealedAs, programKey), random).toString('base64url')
}

export function isViewerTicket(ticket: string): boolean {
  return ticket.startsWith(mark)
}

/** Whom a ticket lets in; null when it is not one of ours, or too old. */
export function viewerOf(ticket: string, { clock, programKey }: Omit<Needs, 'random'>): Admissible | null {
  let text: string
  try {
    text = unseal(Buffer.from(ticket.slice(mark.length), 'base64url'), sealedAs, keyFor(sealedAs, programKey))
  } catch {
    return null // Whatever cannot be opened was not sealed here.
  }
  type Text = [until: number, channelId: string, viewerId: string, personId: string | null, from: string | null]
  const [until, channelId, viewerId, personId, from] = JSON.parse(text) as Text
  return clock.onward() < until ? { channelId, viewerId, personId, from } : null
}

/** How a viewer is counted: as the person they are, or as what a guest's browser made up for itself. */
export function viewerIdOf(personId: string | null, guestId: string): string {
  return personId ?? `guest-${guestId}`
}

/** What stands for the address of a guest, or for the network that is all theirs. */
export function guestFrom(address: string, { programKey }: Pick<World, 'programKey'>): string {
  return createHmac('sha256', keyFor('guest addresses', programKey)).update(networkOf(address)).digest('base64url')
}
