import { consoleChatSettings } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { changeSettingsOf } from '../chat/chat-settings.ts'
import { loadNotice } from '../chat/notice-store.ts'
import { loadSettings } from '../chat/settings-store.ts'

export const readOwnChatSettings = handle(consoleChatSettings.readChatSettings, ({ caller }, { db }) =>
  loadSettings(db.read, caller.channelId),
)

export const changeOwnChatSettings = handle(consoleChatSettings.changeChatSettings, async ({ caller, body }, world) => {
  await changeSettingsOf(caller.channelId, body, world)
  return null
})

export const readOwnNotice = handle(consoleChatSettings.readNotice, async ({ caller }, { db }) => {
  const notice = await loadNotice(db.read, caller.channelId)
  return { notice: notice && { message: notice.content, createdDate: utcSecond(notice.createdAt) } }
})
