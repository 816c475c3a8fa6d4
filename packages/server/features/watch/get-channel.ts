import type { consoleApi, ContentOf } from '@onair/contract'
import { siteEmoticons } from '../../shared/chat/emoticons.ts'
import { channelPictureUrl } from '../../shared/pictures/channel-picture.ts'
import { Refusal } from '../../shared/refusal.ts'
import { checkWatch, type WatchDeps, type Watcher } from '../../shared/watch/check-watch.ts'
import { coversChannel } from '../../shared/watch/may-watch.ts'
import type { Deps } from '../../infra/deps.ts'
import { findChannels } from '../channels/channel-store.ts'
import { loadChannelStates, withoutLives } from './channel-state.ts'
import { loadRecentChat } from './recent-chat.ts'
import { loadViewerStatus } from './viewer-status.ts'

/**
 * Everything the watch page of a channel shows to a viewer, or why the viewer may not watch it.
 */
export async function getChannel(
  channelId: string,
  watcher: Watcher,
  deps: WatchDeps & Pick<Deps, 'addresses' | 'config' | 'policy'>,
): Promise<ContentOf<typeof consoleApi.watch.getChannel>> {
  const { viewerChannelId } = watcher
  const block = await checkWatch(channelId, watcher, deps)
  const isCovered = coversChannel(block)
  const [[channel], states, recent, self] = await Promise.all([
    findChannels(deps.db.read, [channelId]),
    loadChannelStates([channelId], deps),
    isCovered ? [] : loadRecentChat(channelId, deps),
    viewerChannelId === null ? null : loadViewerStatus(channelId, viewerChannelId, deps),
  ])
  const state = states.get(channelId)
  if (channel === undefined || state === undefined) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  return {
    channelId,
    channelName: channel.name,
    channelImageUrl: channelPictureUrl(channel.pictureId, deps.addresses),
    verifiedMark: channel.verified_mark,
    watchBlock: block === 'AGE_NOT_CONFIRMED' ? null : block,
    state: isCovered ? withoutLives(state) : state,
    recent,
    emoticons: siteEmoticons(deps.addresses.baseUrl),
    self,
  }
}
