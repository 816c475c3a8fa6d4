import type { CodeOrReason } from '../../shared/refusal.ts'
import { isModerator, type ChatMember } from '../../shared/chat/chat-roles.ts'

/** A person with their restrictions in a channel; times in ms, null without restriction. */
export type RestrictionTarget = ChatMember & { restrictedAt: number | null; temporarilyRestrictedUntil: number | null }

/** Why a person cannot be restricted permanently, or null. `target` is null for an unknown user. */
export function refusalToRestrict(target: RestrictionTarget | null): CodeOrReason | null {
  const refusal = refusalToModerate(target)
  return refusal ?? (target?.restrictedAt === null ? null : 'ALREADY_RESTRICTED')
}

export function refusalToRelease(target: RestrictionTarget | null): CodeOrReason | null {
  if (target === null) return 'NO_SUCH_USER'
  return target.restrictedAt === null ? 'NOT_RESTRICTED' : null
}

/** Why a person cannot be restricted temporarily, or null. */
export function refusalToRestrictTemporarily(target: RestrictionTarget | null, now: number): CodeOrReason | null {
  const refusal = refusalToModerate(target)
  return refusal ?? (isTemporarilyRestricted(target, now) ? 'ALREADY_TEMPORARILY_RESTRICTED' : null)
}

export function refusalToReleaseTemporarily(target: RestrictionTarget | null, now: number): CodeOrReason | null {
  if (target === null) return 'NO_SUCH_USER'
  return isTemporarilyRestricted(target, now) ? null : 'NOT_TEMPORARILY_RESTRICTED'
}

/** Moderators cannot be restricted. */
function refusalToModerate(target: RestrictionTarget | null): CodeOrReason | null {
  if (target === null) return 'NO_SUCH_USER'
  if (target.channelId === target.memberChannelId) return 'IS_STREAMER'
  return isModerator(target) ? 'IS_MANAGER' : null
}

function isTemporarilyRestricted(target: RestrictionTarget | null, now: number): boolean {
  const until = target?.temporarilyRestrictedUntil ?? null
  return until !== null && until > now
}
