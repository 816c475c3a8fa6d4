import type { openApi } from '@onair/contract'
import { blindMessage } from '../../features/chat/hide-messages.ts'
import { updateChatSettings } from '../../features/chat/chat-settings.ts'
import { putNotice } from '../../features/chat/notice.ts'
import { sendMessage } from '../../features/chat/send-message.ts'
import { loadSettings } from '../../features/chat/settings-store.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const chat: Handlers<typeof openApi.chat> = {
  /** Writes to the chat of the token's own channel, live or not. Gap 26. */
  async sendMessage({ caller: { channelId }, body: { message } }, deps) {
    const { messageId } = await sendMessage({ channelId, senderChannelId: channelId, message }, deps)
    return { messageId }
  },

  putNotice: ({ caller: { channelId }, body }, deps) =>
    putNotice({ channelId, moderatorChannelId: channelId }, body, deps),
  getSettings: ({ caller }, { db }) => loadSettings(db.read, caller.channelId),
  updateSettings: ({ caller, body }, deps) => updateChatSettings(caller.channelId, body, deps),
  blindMessage: ({ caller: { channelId }, body }, deps) => blindMessage({ channelId, ...body }, deps),
}
