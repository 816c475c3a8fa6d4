import type { SiteRole } from '@onair/contract'
import { requireChannel } from '../../features/channels/require-channel.ts'
import { requireModerator, type Moderator } from '../../features/chat/require-moderator.ts'
import type { Deps } from '../../infra/deps.ts'
import type { Visitor } from '../../shared/callers/visitor.ts'
import type { Watcher } from '../../shared/watch/check-watch.ts'

/** The caller as someone who wants to watch. A role in running the site opens private channels as it opens the operator's area. */
export function watcherOf(
  visitor: Pick<Visitor, 'channelId' | 'siteRole' | 'hasSecondFactor'> | null,
  { isAdult = false, watchProof = null }: { isAdult?: boolean | undefined; watchProof?: string | null | undefined },
  { policy }: Pick<Deps, 'policy'>,
): Watcher {
  const isOperator = visitor !== null && siteRoleOf(visitor, { policy }) !== null
  return { viewerChannelId: visitor?.channelId ?? null, isAdult, proof: watchProof, isOperator }
}

/** The caller as a moderator of any chat: by a role in the channel, or by the one in running the site. */
export function moderatorOf(
  caller: Pick<Visitor, 'channelId' | 'siteRole' | 'hasSecondFactor'>,
  deps: Pick<Deps, 'policy'>,
): Moderator {
  return { moderatorChannelId: caller.channelId, siteRole: siteRoleOf(caller, deps) }
}

/** Throws if there is no such channel, or if the caller is not one of its moderators. */
export async function requireModeratedChannel(
  channelId: string,
  caller: Pick<Visitor, 'channelId'>,
  deps: Pick<Deps, 'db'>,
): Promise<void> {
  await requireChannel('channelId', channelId, deps)
  await requireModerator(deps.db.read, channelId, caller.channelId)
}

/** The role in running the site that a session may use: on a site only with a second factor. */
function siteRoleOf(
  { siteRole, hasSecondFactor }: Pick<Visitor, 'siteRole' | 'hasSecondFactor'>,
  { policy }: Pick<Deps, 'policy'>,
): SiteRole | null {
  return hasSecondFactor || !policy.operatorsNeedSecondFactor ? siteRole : null
}
