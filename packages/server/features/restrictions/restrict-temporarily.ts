import { recordAudit } from '../../shared/audit-store.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import { viewerStatusChanged } from '../../shared/bus-messages.ts'
import type { Reader } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadChannelOfChat } from '../chat/chat-store.ts'
import { messagesHiddenEvents } from '../chat/hide-messages.ts'
import { hideAllMessages } from '../chat/hidden-store.ts'
import { requireRankOver, roleToModerate, siteRoleDetail, type Moderator } from '../chat/require-moderator.ts'
import { refusalToReleaseTemporarily, refusalToRestrictTemporarily } from './restriction-rules.ts'
import { loadTarget, putTemporaryRestriction, deleteTemporaryRestriction } from './restriction-store.ts'

type ModerationTarget = { channelId: string; targetChannelId: string } & Moderator

/** Restricts a viewer in a chat for `seconds`, or for the default time, and hides their messages permanently. Gap 50. */
export async function restrictTemporarily(
  { channelId, targetChannelId, seconds, ...moderator }: ModerationTarget & { seconds?: number | undefined },
  { clock, config, db, metrics }: Pick<Deps, 'clock' | 'config' | 'db' | 'metrics'>,
): Promise<void> {
  const now = clock.now()
  const durationSec = seconds ?? config.temporaryRestrictionSec
  await db.transaction(async (tx, publish) => {
    const siteRole = await roleToModerate(tx, channelId, moderator)
    await requireRankOver(tx, siteRole, targetChannelId)
    const refusal = refusalToRestrictTemporarily(await loadTarget(tx, channelId, targetChannelId), now)
    if (refusal) throw new Refusal('badInput', reasonForField('targetChannelId', refusal))

    const inserted = await putTemporaryRestriction(tx, {
      channel_id: channelId,
      restricted_channel_id: targetChannelId,
      restricted_by: moderator.moderatorChannelId,
      created_at: now,
      release_at: now + durationSec * 1000,
    })
    if (!inserted) throw new Refusal('badInput', reasonForField('targetChannelId', 'ALREADY_TEMPORARILY_RESTRICTED'))
    const hiding = {
      channelId,
      senderChannelId: targetChannelId,
      moderatorChannelId: moderator.moderatorChannelId,
      now,
    }
    await hideAllMessages(tx, hiding)
    const detail = { targetChannelId, seconds: durationSec, ...siteRoleDetail(siteRole) }
    await recordAudit(tx, now, { action: 'restriction.created', channelId, detail })
    for (const event of messagesHiddenEvents(hiding, null)) publish(event)
    publish(viewerStatusChanged(channelId, targetChannelId))
  })
  metrics.actionDone('restriction.created')
}

/** Releases a temporarily restricted viewer early. */
export async function releaseTemporarily(
  { channelId, targetChannelId, ...moderator }: ModerationTarget,
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    const siteRole = await roleToModerate(tx, channelId, moderator)
    await requireRankOver(tx, siteRole, targetChannelId)
    const refusal = refusalToReleaseTemporarily(await loadTarget(tx, channelId, targetChannelId), now)
    if (refusal) throw new Refusal('badInput', reasonForField('targetChannelId', refusal))
    if (!(await deleteTemporaryRestriction(tx, channelId, targetChannelId)))
      throw new Refusal('badInput', reasonForField('targetChannelId', 'NOT_TEMPORARILY_RESTRICTED'))
    const detail = { targetChannelId, isTemporary: true, ...siteRoleDetail(siteRole) }
    await recordAudit(tx, now, { action: 'restriction.released', channelId, detail })
    publish(viewerStatusChanged(channelId, targetChannelId))
  })
  metrics.actionDone('restriction.released')
}

export async function requireChannelOfChat(chatChannelId: string, db: Reader): Promise<string> {
  const channelId = await loadChannelOfChat(db, chatChannelId)
  if (channelId === null) throw new Refusal('badInput', reasonForField('chatChannelId', 'NO_SUCH_CHAT'))
  return channelId
}
