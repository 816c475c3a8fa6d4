import type { RefusalReason } from '../../shared/refusal.ts'
import { isModerator, type ChatMember } from '../chat/roles.ts'

/** Someone as the restrictions of a channel see them; times in ms, null where there is no such restriction. */
export type RestrictionTarget = ChatMember & { restrictedAt: number | null; temporarilyUntil: number | null }

/** Why someone may not be restricted until released, or null when they may. `target` is null where there is no such user. */
export function refusalToRestrict(target: RestrictionTarget | null): RefusalReason | null {
  const refusal = refusalToModerate(target)
  return refusal ?? (target?.restrictedAt === null ? null : 'ALREADY_RESTRICTED')
}

export function refusalToRelease(target: RestrictionTarget | null): RefusalReason | null {
  if (target === null) return 'NO_SUCH_USER'
  return target.restrictedAt === null ? 'NOT_RESTRICTED' : null
}

/** Why someone may not be kept out of a chat for a while, or null when they may. */
export function refusalToRestrictTemporarily(target: RestrictionTarget | null, now: number): RefusalReason | null {
  const refusal = refusalToModerate(target)
  return refusal ?? (isTemporarilyRestricted(target, now) ? 'ALREADY_TEMPORARILY_RESTRICTED' : null)
}

export function refusalToReleaseTemporarily(target: RestrictionTarget | null, now: number): RefusalReason | null {
  if (target === null) return 'NO_SUCH_USER'
  return isTemporarilyRestricted(target, now) ? null : 'NOT_TEMPORARILY_RESTRICTED'
}

/** Nobody restricts those who keep order in the chat. */
function refusalToModerate(target: RestrictionTarget | null): RefusalReason | null {
  if (target === null) return 'NO_SUCH_USER'
  if (target.channelId === target.senderChannelId) return 'IS_STREAMER'
  return isModerator(target) ? 'IS_MANAGER' : null
}

function isTemporarilyRestricted(target: RestrictionTarget | null, now: number): boolean {
  const until = target?.temporarilyUntil ?? null
  return until !== null && until > now
}
