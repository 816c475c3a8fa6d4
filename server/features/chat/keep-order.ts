import { Refusal } from '../../kit/refusal.ts'
import type { Reader } from '../../world/db/db.ts'
import { loadManagerRole } from './speaker-store.ts'
import { keepsOrder } from './standing-rules.ts'

/** Refuses whoever keeps no order in a channel's chat. */
export async function mustKeepOrder(db: Reader, channelId: string, by: string): Promise<void> {
  const managerRole = await loadManagerRole(db, channelId, by)
  if (!keepsOrder({ channelId, senderChannelId: by, managerRole })) throw new Refusal('forbidden', 'KEEPS_NO_ORDER')
}
