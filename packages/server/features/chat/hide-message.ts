import { recordAudit } from '../../shared/audit-store.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadMessage } from './chat-store.ts'
import { messagesHiddenEvents } from './hidden-events.ts'
import { hideMessagesAt } from './hidden-store.ts'
import { requireRankOver, roleToModerate, siteRoleDetail, type Moderator } from './require-moderator.ts'

/**
 * Hides one message, by its id. For moderators on the watch page, and for the people who run the site: of moderators, only the
 * streamer can hide messages of the streamer. Gap 130.
 */
export async function hideMessage(
  { channelId, messageId, ...moderator }: { channelId: string; messageId: string } & Moderator,
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    const { moderatorChannelId } = moderator
    const siteRole = await roleToModerate(tx, channelId, moderator)
    const message = await loadMessage(tx, channelId, messageId)
    if (message === null) throw new Refusal('notFound', 'NO_SUCH_MESSAGE')
    const { senderChannelId, messageTime } = message
    if (senderChannelId === channelId && moderatorChannelId !== channelId && siteRole === null)
      throw new Refusal('forbidden', 'STREAMER_MESSAGE')
    await requireRankOver(tx, siteRole, senderChannelId)
    const hiding = { channelId, senderChannelId, moderatorChannelId, now }
    await hideMessagesAt(tx, hiding, messageTime)
    const detail = { targetChannelId: senderChannelId, messageId, ...siteRoleDetail(siteRole) }
    await recordAudit(tx, now, { action: 'message.hidden', channelId, detail })
    for (const event of messagesHiddenEvents(hiding, messageTime)) publish(event)
  })
  metrics.actionDone('message.hidden')
}
