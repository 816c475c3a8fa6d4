import { chat } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { Refusal } from '../../kit/refusal.ts'
import { loadChannelOfChat } from './chat-store.ts'
import { hiddenNews } from './hidden-news.ts'
import { hideMessagesAt } from './hidden-store.ts'

/** Hides what a sender said at a moment, every message of that millisecond; hiding it again changes nothing. */
export const blindMessage = handle(chat.blindMessage, async ({ caller: { channelId }, body }, { clock, db }) => {
  const now = clock.now()
  await db.change(async (tx, tell) => {
    if ((await loadChannelOfChat(tx, body.chatChannelId)) !== channelId)
      throw new Refusal('badInput', 'NOT_STREAMER_OF_CHAT')
    const hiding = { channelId, senderChannelId: body.senderChannelId, by: channelId, now }
    if (!(await hideMessagesAt(tx, hiding, body.messageTime))) throw new Refusal('notFound', 'NO_SUCH_MESSAGE')
    for (const news of hiddenNews(hiding, body.messageTime)) tell(news)
  })
  return null
})
