import { Refusal } from '../../shared/refusal.ts'
import type { Reader } from '../../infra/db/db.ts'
import { loadManagerRole } from './sender-store.ts'
import { isModerator } from '../../shared/chat/chat-roles.ts'

/** Throws if the person is not a moderator of the channel's chat. */
export async function requireModerator(db: Reader, channelId: string, moderatorChannelId: string): Promise<void> {
  const managerRole = await loadManagerRole(db, channelId, moderatorChannelId)
  if (!isModerator({ channelId, memberChannelId: moderatorChannelId, managerRole }))
    throw new Refusal('forbidden', 'NOT_A_MODERATOR')
}
