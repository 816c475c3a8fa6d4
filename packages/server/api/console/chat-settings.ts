import type { consoleApi } from '@onair/contract'
import { updateStudioChatSettings } from '../../features/chat/chat-settings.ts'
import { requireChannel } from '../../features/channels/require-channel.ts'
import { loadSettings } from '../../features/chat/settings-store.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { requireModeratedChannel } from './watcher.ts'

export const chatSettings: Handlers<typeof consoleApi.chatSettings> = {
  async getChatSettings({ caller, pathParams: { channelId } }, deps) {
    await requireModeratedChannel(channelId, caller, deps)
    return loadSettings(deps.db.read, channelId)
  },

  async updateChatSettings({ caller, pathParams: { channelId }, body }, deps) {
    await requireChannel('channelId', channelId, deps)
    await updateStudioChatSettings({ channelId, moderatorChannelId: caller.channelId }, body, deps)
  },
}
