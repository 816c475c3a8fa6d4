import type { ViewerStatus } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { loadSpeaker } from '../chat/speaker-store.ts'
import { speakingBlockOf } from '../chat/speaking-rules.ts'
import { roleOf } from '../chat/roles.ts'
import { loadSubscription } from './viewer-status-store.ts'

/**
 * A person's role in a channel, and whether they may chat. Null when the channel or the person does
 * not exist.
 */
export async function loadViewerStatus(
  channelId: string,
  personId: string,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ViewerStatus | null> {
  const now = clock.now()
  const [speaker, subscription] = await Promise.all([
    loadSpeaker(db.read, channelId, personId),
    loadSubscription(db.read, channelId, personId),
  ])
  if (speaker === null) return null
  const block = speakingBlockOf(speaker, now)
  return {
    channelId: personId,
    channelName: speaker.nickname,
    role: roleOf(speaker),
    follows: speaker.followedAt !== null,
    subscription,
    chatBlock: block && { reason: block.code, leftMs: block.until === null ? null : block.until - now },
  }
}
