import type { Standing } from '@onair/contract'
import type { World } from '../../world/world.ts'
import { loadSpeaker } from '../chat/speaker-store.ts'
import { silencedBy } from '../chat/speaking-rules.ts'
import { roleOf } from '../chat/standing-rules.ts'
import { loadSubscription } from './standing-store.ts'

/** Who someone is in a channel, and whether they may speak there. Null when either does not exist. */
export async function standingOf(
  channelId: string,
  personId: string,
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<Standing | null> {
  const now = clock.now()
  const [speaker, subscription] = await Promise.all([
    loadSpeaker(db.read, channelId, personId),
    loadSubscription(db.read, channelId, personId),
  ])
  if (speaker === null) return null
  const silenced = silencedBy(speaker, now)
  return {
    channelId: personId,
    channelName: speaker.nickname,
    role: roleOf(speaker),
    follows: speaker.followedAt !== null,
    subscription,
    silence: silenced && { why: silenced.why, leftMs: silenced.until === null ? null : silenced.until - now },
  }
}
