import { chat } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { say } from './say.ts'

/** Writes into the chat of the token's own channel, live or not. Gap 26. */
export const sendMessage = handle(chat.sendMessage, async ({ caller: { channelId }, body: { message } }, world) => ({
  messageId: (await say({ channelId, senderChannelId: channelId, message }, world)).messageId,
}))
