import type { Audience, WatchBlock } from '@onair/contract'
import { recordAudit } from '../audit-store.ts'
import { Refusal } from '../refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadWatchFacts } from './access-store.ts'
import { coversChannel, decideAccess, ruleOfStored, type Access, type WatchFacts } from './may-watch.ts'
import { isWatchProof } from './watch-password.ts'

/** Someone who wants to watch. `proof`: that the password of the channel was entered. */
export type Watcher = {
  /** Null for a guest. */
  viewerChannelId: string | null
  isAdult: boolean
  proof: string | null
  isOperator: boolean
}

type RuleDeps = Pick<Deps, 'clock' | 'installationKey'>
export type WatchDeps = RuleDeps & Pick<Deps, 'db'>

/** Whether this viewer may watch, by what the database says of both. */
export function accessOf(
  facts: WatchFacts,
  channelId: string,
  { viewerChannelId, isAdult, proof, isOperator }: Watcher,
  deps: RuleDeps,
): Access {
  const { passwordHash } = facts
  const provesPassword =
    passwordHash !== null && isWatchProof(proof, { channelId, passwordHash, viewerChannelId }, deps)
  return decideAccess(facts, { isAdult, provesPassword, isOperator })
}

/** Whether viewers may watch a channel, in their order. Empty if there is no such channel. */
export async function findAccess(
  channelId: string,
  watchers: readonly Watcher[],
  deps: WatchDeps,
): Promise<(WatchBlock | null)[]> {
  const ids = watchers.map(({ viewerChannelId }) => viewerChannelId)
  const facts = await loadWatchFacts(deps.db.read, channelId, ids)
  return facts.map((row, at) => accessOf(row, channelId, watchers[at] as Watcher, deps).block)
}

/**
 * Why a viewer may not watch a channel, or null. Of a recording or a clip: `ofStored` is what it keeps of its live. Throws
 * for an unknown channel. That a role in running the site opened the channel is recorded.
 */
export async function checkWatch(
  channelId: string,
  watcher: Watcher,
  deps: WatchDeps,
  ofStored?: { audience: Audience; adult: boolean },
): Promise<WatchBlock | null> {
  const [facts] = await loadWatchFacts(deps.db.read, channelId, [watcher.viewerChannelId])
  if (facts === undefined) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  const rule =
    ofStored === undefined
      ? facts
      : { ...facts, audience: ruleOfStored(ofStored.audience, facts.audience), adult: ofStored.adult }
  const { block, isByRole } = accessOf(rule, channelId, watcher, deps)
  if (isByRole) {
    const now = deps.clock.now()
    await deps.db.transaction((tx) => recordAudit(tx, now, { action: 'private_channel.watched', channelId }))
  }
  return block
}

/** Throws for a viewer who may not watch. */
export async function requireWatch(...watching: Parameters<typeof checkWatch>): Promise<void> {
  const block = await checkWatch(...watching)
  if (block !== null) throw new Refusal('forbidden', block)
}

/** Throws for a viewer who may not see the chat and the title either. */
export async function requireChannelAccess(...watching: Parameters<typeof checkWatch>): Promise<void> {
  const block = await checkWatch(...watching)
  if (block !== null && coversChannel(block)) throw new Refusal('forbidden', block)
}
