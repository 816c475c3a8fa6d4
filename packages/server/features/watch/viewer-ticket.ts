import { createHmac } from 'node:crypto'
import { networksOf, type Network } from '../../shared/networks/ip-prefix.ts'
import { deriveKey, seal, unseal } from '../../shared/secrets.ts'
import type { Deps, ProgramKey } from '../../infra/deps.ts'

/**
 * A viewer of a channel. `viewerChannelId` is null for a guest. `viewerId` is the person, or the guest's browser, in any
 * number of windows. `networks` are those of a guest, as hashes, the largest first; none for a signed-in viewer.
 */
export type Viewer = {
  channelId: string
  viewerId: string
  viewerChannelId: string | null
  /** Whether the socket gets no events of the channel, only what is said about it. */
  isWithoutEvents: boolean
  networks: readonly Network[]
  /** That the viewer entered the password of the channel, or null. */
  proof: string | null
  /** Whether the viewer's role in running the site opens private channels. */
  isOperator: boolean
}

type TicketDeps = Pick<Deps, 'clock' | 'installationKey' | 'random'>

/** Tickets are not stored, so within this time a ticket may be used repeatedly. */
const ticketLifetimeMs = 30_000
const ticketSeal = { purpose: 'viewer ticket', context: '' }
/** Session tickets contain no dot. */
const ticketPrefix = 'viewer.'

/** Issues a ticket for a viewer's socket, encrypted with the installation key. */
export function issueViewerTicket(viewer: Viewer, { clock, installationKey, random }: TicketDeps): string {
  const { channelId, viewerId, viewerChannelId, networks, isWithoutEvents, proof, isOperator } = viewer
  const text = JSON.stringify([
    clock.monotonicNow() + ticketLifetimeMs,
    channelId,
    viewerId,
    viewerChannelId,
    networks,
    isWithoutEvents,
    proof,
    isOperator,
  ])
  return ticketPrefix + seal(text, ticketSeal, keyOf(installationKey), random).toString('base64url')
}

export function isViewerTicket(ticket: string): boolean {
  return ticket.startsWith(ticketPrefix)
}

/** The viewer of a ticket. Null when the ticket is forged or expired. */
export function verifyViewerTicket(
  ticket: string,
  { clock, installationKey }: Omit<TicketDeps, 'random'>,
): Viewer | null {
  let text: string
  try {
    text = unseal(Buffer.from(ticket.slice(ticketPrefix.length), 'base64url'), ticketSeal, keyOf(installationKey))
  } catch {
    return null // Not sealed with the installation key.
  }
  type Payload = [
    until: number,
    channelId: string,
    viewerId: string,
    viewerChannelId: string | null,
    networks: readonly Network[],
    isWithoutEvents: boolean,
    proof: string | null,
    isOperator: boolean,
  ]
  const [expiresAt, channelId, viewerId, viewerChannelId, networks, isWithoutEvents, proof, isOperator] = JSON.parse(
    text,
  ) as Payload
  if (clock.monotonicNow() >= expiresAt) return null
  return { channelId, viewerId, viewerChannelId, networks, isWithoutEvents, proof, isOperator }
}

function keyOf(installationKey: Buffer): ProgramKey {
  return { current: installationKey, previous: null }
}

/** The id of a viewer: the person's, or a random one of the guest's browser. */
export function viewerIdOf(viewerChannelId: string | null, guestId: string): string {
  return viewerChannelId ?? `guest-${guestId}`
}

/**
 * The id under which a viewer is counted. The guests of a network count as one: one client can pretend to be any number of
 * browsers.
 */
export function countedIdOf({ viewerId, networks }: Viewer): string {
  const network = networks.at(-1)
  return network === undefined ? viewerId : `network-${network.prefix}`
}

/** The networks of a guest, with hashes that do not reveal the address. */
export function hashGuestNetworks(address: string, { installationKey }: Pick<Deps, 'installationKey'>): Network[] {
  const key = deriveKey('guest addresses', installationKey)
  return networksOf(address).map(({ prefix, share }) => ({
    prefix: createHmac('sha256', key).update(prefix).digest().toString('base64url', 0, 16),
    share,
  }))
}
