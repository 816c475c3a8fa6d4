import type { Deps } from '../../infra/deps.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import { Refusal } from '../../shared/refusal.ts'
import { loadChannelOfChat } from './chat-store.ts'
import { messagesHiddenEvents } from './hidden-events.ts'
import { hideMessagesAt } from './hidden-store.ts'

type BlindMessage = { channelId: string; chatChannelId: string; senderChannelId: string; messageTime: number }

/**
 * Hides every message that a sender sent in one millisecond, which is how the open API identifies messages (gap 56). For
 * the streamer only. Repeating it changes nothing.
 */
export async function blindMessage(
  { channelId, chatChannelId, senderChannelId, messageTime }: BlindMessage,
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    if ((await loadChannelOfChat(tx, chatChannelId)) !== channelId)
      throw new Refusal('badInput', 'NOT_STREAMER_OF_CHAT')
    const hiding = { channelId, senderChannelId, moderatorChannelId: channelId, now }
    const messageId = await hideMessagesAt(tx, hiding, messageTime)
    if (messageId === null) throw new Refusal('notFound', 'NO_SUCH_MESSAGE')
    const detail = { targetChannelId: senderChannelId, messageId }
    await recordAudit(tx, now, { action: 'message.hidden', channelId, detail })
    for (const event of messagesHiddenEvents(hiding, messageTime)) publish(event)
  })
  metrics.actionDone('message.hidden')
}
