import { recordAudit } from '../../shared/audit-store.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import { viewerStatusChanged } from '../../shared/bus-messages.ts'
import type { Deps } from '../../infra/deps.ts'
import { requireRankOver, roleToModerate, siteRoleDetail, type Moderator } from '../chat/require-moderator.ts'
import { refusalToRelease, refusalToRestrict } from './restriction-rules.ts'
import { insertRestriction, loadTarget, deleteRestriction } from './restriction-store.ts'

type ModerationTarget = { channelId: string; targetChannelId: string } & Moderator

/** A moderator restricts a viewer in a channel. Gap 130. */
export async function restrict(
  { channelId, targetChannelId, ...moderator }: ModerationTarget,
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    const siteRole = await roleToModerate(tx, channelId, moderator)
    await requireRankOver(tx, siteRole, targetChannelId)
    const refusal = refusalToRestrict(await loadTarget(tx, channelId, targetChannelId))
    if (refusal) throw new Refusal('badInput', reasonForField('targetChannelId', refusal))
    const row = { channel_id: channelId, restricted_channel_id: targetChannelId, created_at: now }
    if (!(await insertRestriction(tx, row)))
      throw new Refusal('badInput', reasonForField('targetChannelId', 'ALREADY_RESTRICTED'))
    const detail = { targetChannelId, ...siteRoleDetail(siteRole) }
    await recordAudit(tx, now, { action: 'restriction.created', channelId, detail })
    publish(viewerStatusChanged(channelId, targetChannelId))
  })
  metrics.actionDone('restriction.created')
}

export async function release(
  { channelId, targetChannelId, ...moderator }: ModerationTarget,
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
): Promise<void> {
  await db.transaction(async (tx, publish) => {
    const siteRole = await roleToModerate(tx, channelId, moderator)
    await requireRankOver(tx, siteRole, targetChannelId)
    const refusal = refusalToRelease(await loadTarget(tx, channelId, targetChannelId))
    if (refusal) throw new Refusal('badInput', reasonForField('targetChannelId', refusal))
    if (!(await deleteRestriction(tx, channelId, targetChannelId)))
      throw new Refusal('badInput', reasonForField('targetChannelId', 'NOT_RESTRICTED'))
    const detail = { targetChannelId, ...siteRoleDetail(siteRole) }
    await recordAudit(tx, clock.now(), { action: 'restriction.released', channelId, detail })
    publish(viewerStatusChanged(channelId, targetChannelId))
  })
  metrics.actionDone('restriction.released')
}
