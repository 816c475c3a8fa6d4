import { consoleChatSettings } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { saveChatSettings } from '../chat/chat-settings.ts'
import { loadSettings } from '../chat/settings-store.ts'

export const readChatSettings = defineHandler(consoleChatSettings.getChatSettings, ({ caller }, { db }) =>
  loadSettings(db.read, caller.channelId),
)

export const updateChatSettings = defineHandler(
  consoleChatSettings.updateChatSettings,
  async ({ caller, body }, deps) => {
    await saveChatSettings(caller.channelId, body, deps)
    return null
  },
)
