import { requireChannelAccess, type WatchDeps, type Watcher } from '../../shared/watch/check-watch.ts'
import type { Deps } from '../../infra/deps.ts'
import { hashGuestNetworks, issueViewerTicket, viewerIdOf } from './viewer-ticket.ts'

export type ViewerUrlDeps = Pick<Deps, 'addresses' | 'clock' | 'installationKey' | 'random'>
type Viewer = Watcher & {
  channelId: string
  /** Chosen by a guest's browser, so that its windows count as one viewer. */
  guestId: string | undefined
  ip: string
}

/**
 * The WebSocket URL of an overlay: it gets no events, and no viewer is counted, because the streamer is no viewer of the own
 * channel.
 */
export function createOverlayWatchUrl(channelId: string, deps: ViewerUrlDeps): string {
  const viewer = {
    channelId,
    viewerId: channelId,
    viewerChannelId: channelId,
    networks: [],
    isWithoutEvents: true,
    proof: null,
    isOperator: false,
  }
  return socketUrlOf(issueViewerTicket(viewer, deps), deps)
}

/** The WebSocket URL of a channel's watch page, with a ticket for this viewer. Throws for one who may not see its chat. */
export async function createViewerUrl(
  { channelId, guestId, ip, ...watcher }: Viewer,
  deps: ViewerUrlDeps & WatchDeps,
): Promise<string> {
  await requireChannelAccess(channelId, watcher, deps)
  const { viewerChannelId, proof, isOperator } = watcher
  const viewerId = viewerIdOf(viewerChannelId, guestId ?? deps.random.bytes(16).toString('hex'))
  const networks = viewerChannelId === null ? hashGuestNetworks(ip, deps) : []
  const viewer = { channelId, viewerId, viewerChannelId, networks, isWithoutEvents: false, proof, isOperator }
  return socketUrlOf(issueViewerTicket(viewer, deps), deps)
}

function socketUrlOf(ticket: string, { addresses }: Pick<ViewerUrlDeps, 'addresses'>): string {
  const url = new URL('/socket.io/', addresses.socketUrl)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.search = String(new URLSearchParams({ EIO: '3', transport: 'websocket', auth: ticket }))
  return url.href
}
