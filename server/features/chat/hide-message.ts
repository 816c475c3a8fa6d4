import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../world/world.ts'
import { loadMessage } from './chat-store.ts'
import { hiddenNews } from './hidden-news.ts'
import { hideMessagesAt } from './hidden-store.ts'
import { mustKeepOrder } from './keep-order.ts'

/** Somebody who keeps order in a chat hides a message of it; only the streamer hides what the streamer said. Gap 130. */
export async function hideMessage(
  { channelId, messageId, by }: { channelId: string; messageId: string; by: string },
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.change(async (tx, tell) => {
    await mustKeepOrder(tx, channelId, by)
    const message = await loadMessage(tx, channelId, messageId)
    if (message === null) throw new Refusal('notFound', 'NO_SUCH_MESSAGE')
    const { senderChannelId, messageTime } = message
    if (senderChannelId === channelId && by !== channelId) throw new Refusal('forbidden', 'SAID_BY_STREAMER')
    const hiding = { channelId, senderChannelId, by, now }
    await hideMessagesAt(tx, hiding, messageTime)
    for (const news of hiddenNews(hiding, messageTime)) tell(news)
  })
}
