import { chat } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { postMessage } from './post-message.ts'

/** Writes into the chat of the token's own channel, live or not. Gap 26. */
export const sendMessage = defineHandler(
  chat.sendMessage,
  async ({ caller: { channelId }, body: { message } }, deps) => ({
    messageId: (await postMessage({ channelId, senderChannelId: channelId, message }, deps)).messageId,
  }),
)
