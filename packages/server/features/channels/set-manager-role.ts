import type { ManagerRole } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { Refusal, invalidField } from '../../shared/refusal.ts'
import { viewerStatusChanged } from '../../shared/bus-messages.ts'
import type { Deps } from '../../infra/deps.ts'
import { refusalToAssignRole } from './audience-rules.ts'
import { lockChannel } from './channel-store.ts'
import { countOtherManagers, putManager, deleteManager } from './manager-store.ts'

type RoleAssignment = { channelId: string; byChannelId: string; userRole: ManagerRole | null }

/** Gives a role in a channel, replaces it, or removes it (null). Idempotent. A refusal names `field`. */
export async function setManagerRole(
  { channelId, byChannelId, userRole }: RoleAssignment,
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
  field = 'byChannelId',
): Promise<void> {
  const now = clock.now()
  const action = await db.transaction(async (tx, publish) => {
    if (!(await lockChannel(tx, channelId))) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    publish(viewerStatusChanged(channelId, byChannelId))
    if (userRole === null) {
      const detail = { managerChannelId: byChannelId }
      if (!(await deleteManager(tx, channelId, byChannelId))) return null
      await recordAudit(tx, now, { action: 'manager.removed', channelId, detail })
      return 'manager.removed' as const
    }

    const refusal = refusalToAssignRole(
      { channelId, byChannelId },
      await countOtherManagers(tx, channelId, byChannelId),
    )
    if (refusal) throw invalidField(field, refusal)
    const manager = { channel_id: channelId, manager_channel_id: byChannelId, user_role: userRole, created_at: now }
    await putManager(tx, manager)
    await recordAudit(tx, now, {
      action: 'manager.set',
      channelId,
      detail: { managerChannelId: byChannelId, userRole },
    })
    return 'manager.set' as const
  })
  if (action !== null) metrics.actionDone(action)
}
