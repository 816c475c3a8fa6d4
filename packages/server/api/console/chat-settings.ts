import type { consoleApi } from '@onair/contract'
import { updateStudioChatSettings } from '../../features/chat/chat-settings.ts'
import { loadSettings } from '../../features/chat/settings-store.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const chatSettings: Handlers<typeof consoleApi.chatSettings> = {
  async getChatSettings({ caller }, { db }) {
    return loadSettings(db.read, caller.channelId)
  },

  async updateChatSettings({ caller, body }, deps) {
    await updateStudioChatSettings(caller.channelId, body, deps)
    return null
  },
}
