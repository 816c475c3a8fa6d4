import { consoleWatch } from '@onair/contract'
import { allEmoticons } from '../../shared/emoticons.ts'
import { defineHandler } from '../../shared/handler.ts'
import { invalidField, Refusal } from '../../shared/refusal.ts'
import { listChannels } from '../channels/channel-store.ts'
import { requireChannel } from '../channels/require-channel.ts'
import { loadLivePage } from '../lives/list-lives.ts'
import { loadRecentChat } from '../watch/recent-chat.ts'
import { loadChannelStates } from '../watch/channel-state.ts'
import { loadViewerStatus } from '../watch/viewer-status.ts'
import { hashGuestAddress, viewerIdOf, issueViewerTicket } from '../watch/viewer-ticket.ts'

export const readVisitor = defineHandler(consoleWatch.getVisitor, async ({ caller: { visitor } }) => ({
  visitor: visitor && { channelId: visitor.channelId, channelName: visitor.channelName },
}))

export const listLivesToWatch = defineHandler(consoleWatch.listLives, async ({ query }, deps) => {
  const page = await loadLivePage(query, deps)
  if (page === null) throw invalidField('next', 'CURSOR_EXPIRED')
  return page
})

export const readChannel = defineHandler(
  consoleWatch.getChannel,
  async ({ caller, pathParams: { channelId } }, deps) => {
    const [[channel], shown, recent, viewerStatus] = await Promise.all([
      listChannels(deps.db.read, [channelId]),
      loadChannelStates([channelId], deps),
      loadRecentChat(channelId, deps),
      caller.visitor && loadViewerStatus(channelId, caller.visitor.channelId, deps),
    ])
    const state = shown.get(channelId)
    if (channel === undefined || state === undefined) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    return {
      channelId,
      channelName: channel.name,
      channelImageUrl: channel.image_url,
      verifiedMark: channel.verified_mark,
      state,
      recent,
      emoticons: allEmoticons(deps.addresses.baseUrl),
      self: viewerStatus,
    }
  },
)

export const readViewerStatus = defineHandler(
  consoleWatch.getViewerStatus,
  async ({ caller, pathParams: { channelId } }, deps) => {
    await requireChannel('channelId', channelId, deps)
    return { self: caller.visitor && (await loadViewerStatus(channelId, caller.visitor.channelId, deps)) }
  },
)

export const openViewer = defineHandler(
  consoleWatch.createViewerUrl,
  async ({ ip, caller: { visitor }, pathParams: { channelId }, body: { guestId } }, deps) => {
    await requireChannel('channelId', channelId, deps)
    const personId = visitor?.channelId ?? null
    const viewerId = viewerIdOf(personId, guestId ?? deps.random.bytes(16).toString('hex'))
    const url = new URL('/socket.io/', deps.addresses.socketUrl)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const addressHash = personId === null ? hashGuestAddress(ip, deps) : null
    const ticket = issueViewerTicket({ channelId, viewerId, personId, addressHash }, deps)
    url.search = String(new URLSearchParams({ EIO: '3', transport: 'websocket', auth: ticket }))
    return { url: url.href }
  },
)
