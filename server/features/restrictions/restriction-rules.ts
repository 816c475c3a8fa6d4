import { keepsOrder, type Someone } from '../chat/standing-rules.ts'

/** Someone as the restrictions of a channel see them; times in ms, null where there is no such restriction. */
export type Target = Someone & { restrictedAt: number | null; temporarilyUntil: number | null }

/** Why someone may not be restricted until released, or null when they may. `target` is null where there is no such user. */
export function refusalToRestrict(target: Target | null): string | null {
  const refusal = refusalToTouch(target)
  return refusal ?? (target?.restrictedAt === null ? null : 'is restricted already')
}

export function refusalToRelease(target: Target | null): string | null {
  if (target === null) return 'there is no such user'
  return target.restrictedAt === null ? 'is not restricted' : null
}

/** Why someone may not be kept out of a chat for a while, or null when they may. */
export function refusalToRestrictTemporarily(target: Target | null, now: number): string | null {
  const refusal = refusalToTouch(target)
  return refusal ?? (isTemporarilyRestricted(target, now) ? 'is temporarily restricted already' : null)
}

export function refusalToReleaseTemporarily(target: Target | null, now: number): string | null {
  if (target === null) return 'there is no such user'
  return isTemporarilyRestricted(target, now) ? null : 'is not temporarily restricted'
}

/** Nobody restricts those who keep order in the chat. */
function refusalToTouch(target: Target | null): string | null {
  if (target === null) return 'there is no such user'
  if (target.channelId === target.senderChannelId) return 'is the streamer'
  return keepsOrder(target) ? 'is a manager' : null
}

function isTemporarilyRestricted(target: Target | null, now: number): boolean {
  const until = target?.temporarilyUntil ?? null
  return until !== null && until > now
}
