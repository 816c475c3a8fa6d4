import { chat } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { Refusal } from '../../shared/refusal.ts'
import { loadChannelOfChat } from './chat-store.ts'
import { messagesHiddenEvents } from './hidden-events.ts'
import { hideMessagesAt } from './hidden-store.ts'

/** Hides what a sender said at a moment, every message of that millisecond; hiding it again changes nothing. */
export const blindMessage = defineHandler(chat.blindMessage, async ({ caller: { channelId }, body }, { clock, db }) => {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    if ((await loadChannelOfChat(tx, body.chatChannelId)) !== channelId)
      throw new Refusal('badInput', 'NOT_STREAMER_OF_CHAT')
    const hideParams = { channelId, senderChannelId: body.senderChannelId, by: channelId, now }
    if (!(await hideMessagesAt(tx, hideParams, body.messageTime))) throw new Refusal('notFound', 'NO_SUCH_MESSAGE')
    for (const busEvent of messagesHiddenEvents(hideParams, body.messageTime)) publish(busEvent)
  })
  return null
})
