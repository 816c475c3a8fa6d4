import { hasSiteRole } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import type { Visitor } from '../../shared/callers/visitor.ts'
import type { Watcher } from '../../shared/watch/check-watch.ts'

/** The caller as someone who wants to watch. A role in running the site opens private channels as it opens the operator's area. */
export function watcherOf(
  visitor: Pick<Visitor, 'channelId' | 'siteRole' | 'hasSecondFactor'> | null,
  { isAdult = false, watchProof = null }: { isAdult?: boolean | undefined; watchProof?: string | null | undefined },
  { policy }: Pick<Deps, 'policy'>,
): Watcher {
  const isOperator =
    visitor !== null &&
    hasSiteRole(visitor.siteRole, 'MODERATOR') &&
    (visitor.hasSecondFactor || !policy.operatorsNeedSecondFactor)
  return { viewerChannelId: visitor?.channelId ?? null, isAdult, proof: watchProof, isOperator }
}
