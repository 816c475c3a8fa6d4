import type { ManagerRole } from '@onair/contract'
import { Refusal, badField } from '../../kit/refusal.ts'
import { standingChanged } from '../../kit/signals.ts'
import type { World } from '../../world/world.ts'
import { refusalToManage } from './audience-rules.ts'
import { lockChannel } from './channel-store.ts'
import { countOtherManagers, putManager, removeManager } from './manager-store.ts'

type Managing = { channelId: string; byChannelId: string; userRole: ManagerRole | null }

/** Gives someone a role in a channel, or another role, or (null) none. Saying it twice changes nothing. A refusal names the `field`. */
export async function manage(
  { channelId, byChannelId, userRole }: Managing,
  { clock, db }: Pick<World, 'clock' | 'db'>,
  field = 'byChannelId',
): Promise<void> {
  const now = clock.now()
  await db.change(async (tx, tell) => {
    if (!(await lockChannel(tx, channelId))) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    tell(standingChanged(channelId, byChannelId))
    if (userRole === null) return removeManager(tx, channelId, byChannelId)

    const refusal = refusalToManage({ channelId, byChannelId }, await countOtherManagers(tx, channelId, byChannelId))
    if (refusal) throw badField(field, refusal)
    const manager = { channel_id: channelId, manager_channel_id: byChannelId, user_role: userRole, created_at: now }
    return putManager(tx, manager)
  })
}
