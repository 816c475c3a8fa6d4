import type { consoleApi, ContentOf } from '@onair/contract'
import { allEmoticons } from '../../shared/chat/emoticons.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { findChannels } from '../channels/channel-store.ts'
import { loadChannelStates } from './channel-state.ts'
import { loadRecentChat } from './recent-chat.ts'
import { loadViewerStatus } from './viewer-status.ts'

/**
 * Everything the watch page of a channel shows to a viewer. `viewerChannelId` is null for a guest.
 */
export async function getChannel(
  channelId: string,
  viewerChannelId: string | null,
  deps: Pick<Deps, 'addresses' | 'clock' | 'config' | 'db'>,
): Promise<ContentOf<typeof consoleApi.watch.getChannel>> {
  const [[channel], states, recent, self] = await Promise.all([
    findChannels(deps.db.read, [channelId]),
    loadChannelStates([channelId], deps),
    loadRecentChat(channelId, deps),
    viewerChannelId === null ? null : loadViewerStatus(channelId, viewerChannelId, deps),
  ])
  const state = states.get(channelId)
  if (channel === undefined || state === undefined) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  return {
    channelId,
    channelName: channel.name,
    channelImageUrl: channel.image_url,
    verifiedMark: channel.verified_mark,
    state,
    recent,
    emoticons: allEmoticons(deps.addresses.baseUrl),
    self,
  }
}
