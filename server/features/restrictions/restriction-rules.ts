import type { Because } from '../../kit/refusal.ts'
import { keepsOrder, type Someone } from '../chat/standing-rules.ts'

/** Someone as the restrictions of a channel see them; times in ms, null where there is no such restriction. */
export type Target = Someone & { restrictedAt: number | null; temporarilyUntil: number | null }

/** Why someone may not be restricted until released, or null when they may. `target` is null where there is no such user. */
export function refusalToRestrict(target: Target | null): Because | null {
  const refusal = refusalToTouch(target)
  return refusal ?? (target?.restrictedAt === null ? null : 'RESTRICTED_ALREADY')
}

export function refusalToRelease(target: Target | null): Because | null {
  if (target === null) return 'NO_SUCH_USER'
  return target.restrictedAt === null ? 'NOT_RESTRICTED' : null
}

/** Why someone may not be kept out of a chat for a while, or null when they may. */
export function refusalToRestrictTemporarily(target: Target | null, now: number): Because | null {
  const refusal = refusalToTouch(target)
  return refusal ?? (isTemporarilyRestricted(target, now) ? 'TEMPORARILY_RESTRICTED_ALREADY' : null)
}

export function refusalToReleaseTemporarily(target: Target | null, now: number): Because | null {
  if (target === null) return 'NO_SUCH_USER'
  return isTemporarilyRestricted(target, now) ? null : 'NOT_TEMPORARILY_RESTRICTED'
}

/** Nobody restricts those who keep order in the chat. */
function refusalToTouch(target: Target | null): Because | null {
  if (target === null) return 'NO_SUCH_USER'
  if (target.channelId === target.senderChannelId) return 'IS_STREAMER'
  return keepsOrder(target) ? 'IS_MANAGER' : null
}

function isTemporarilyRestricted(target: Target | null, now: number): boolean {
  const until = target?.temporarilyUntil ?? null
  return until !== null && until > now
}
