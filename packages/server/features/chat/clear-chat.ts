import { recordAudit } from '../../shared/audit-store.ts'
import { busMessage, channelChanged, watchTopic } from '../../shared/bus-messages.ts'
import type { Deps } from '../../infra/deps.ts'
import { hideLatestMessages } from './hidden-store.ts'
import { requireModerator } from './require-moderator.ts'

/** Hides the messages of a chat, from all people. Those of the streamer stay, unless the streamer clears it. */
export async function clearChat(
  { channelId, moderatorChannelId }: { channelId: string; moderatorChannelId: string },
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    await requireModerator(tx, channelId, moderatorChannelId)
    const keptChannelId = moderatorChannelId === channelId ? null : channelId
    const messages = await hideLatestMessages(tx, { channelId, moderatorChannelId, now })
    await recordAudit(tx, now, { action: 'chat.cleared', channelId, detail: { messages } })
    publish(busMessage(watchTopic(channelId), { type: 'chatCleared', cleared: { until: now, keptChannelId } }))
    publish(channelChanged(channelId))
  })
  metrics.actionDone('chat.cleared')
}
