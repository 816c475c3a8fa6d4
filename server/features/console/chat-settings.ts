import { consoleChatSettings } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { changeSettingsOf } from '../chat/chat-settings.ts'
import { loadSettings } from '../chat/settings-store.ts'

export const readOwnChatSettings = handle(consoleChatSettings.readChatSettings, ({ caller }, { db }) =>
  loadSettings(db.read, caller.channelId),
)

export const changeOwnChatSettings = handle(consoleChatSettings.changeChatSettings, async ({ caller, body }, world) => {
  await changeSettingsOf(caller.channelId, body, world)
  return null
})
