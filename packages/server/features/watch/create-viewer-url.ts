import type { Deps } from '../../infra/deps.ts'
import { hashGuestNetworks, issueViewerTicket, viewerIdOf } from './viewer-ticket.ts'

type Viewer = {
  channelId: string
  /** The viewer's own channel; null for a guest. */
  viewerChannelId: string | null
  /** Chosen by a guest's browser, so that its windows count as one viewer. */
  guestId: string | undefined
  ip: string
}

/** The WebSocket URL of a channel's watch page, with a ticket for this viewer. */
export function createViewerUrl(
  { channelId, viewerChannelId, guestId, ip }: Viewer,
  deps: Pick<Deps, 'addresses' | 'clock' | 'programKey' | 'random'>,
): string {
  const viewerId = viewerIdOf(viewerChannelId, guestId ?? deps.random.bytes(16).toString('hex'))
  const networks = viewerChannelId === null ? hashGuestNetworks(ip, deps) : []
  const ticket = issueViewerTicket({ channelId, viewerId, viewerChannelId, networks }, deps)
  const url = new URL('/socket.io/', deps.addresses.socketUrl)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.search = String(new URLSearchParams({ EIO: '3', transport: 'websocket', auth: ticket }))
  return url.href
}
