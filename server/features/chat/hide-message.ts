import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadMessage } from './chat-store.ts'
import { messagesHiddenEvents } from './hidden-events.ts'
import { hideMessagesAt } from './hidden-store.ts'
import { requireModerator } from './require-moderator.ts'

/**
 * Hides one message, by its id. For moderators on the watch page; only the streamer can hide messages of the streamer.
 * Gap 130.
 */
export async function hideMessage(
  { channelId, messageId, by }: { channelId: string; messageId: string; by: string },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    await requireModerator(tx, channelId, by)
    const message = await loadMessage(tx, channelId, messageId)
    if (message === null) throw new Refusal('notFound', 'NO_SUCH_MESSAGE')
    const { senderChannelId, messageTime } = message
    if (senderChannelId === channelId && by !== channelId) throw new Refusal('forbidden', 'STREAMER_MESSAGE')
    const hideParams = { channelId, senderChannelId, by, now }
    await hideMessagesAt(tx, hideParams, messageTime)
    for (const event of messagesHiddenEvents(hideParams, messageTime)) publish(event)
  })
}
