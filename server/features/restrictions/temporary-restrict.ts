import { restriction } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { inField, Refusal } from '../../kit/refusal.ts'
import { standingChanged } from '../../kit/signals.ts'
import type { Reader } from '../../world/db/db.ts'
import type { World } from '../../world/world.ts'
import { loadChannelOfChat } from '../chat/chat-store.ts'
import { hiddenNews } from '../chat/hidden-news.ts'
import { hideAllMessages } from '../chat/hidden-store.ts'
import { mustKeepOrder } from '../chat/keep-order.ts'
import { refusalToReleaseTemporarily, refusalToRestrictTemporarily } from './restriction-rules.ts'
import { loadTarget, putTemporaryRestriction, removeTemporaryRestriction } from './restriction-store.ts'

export const restrictTemporarily = handle(restriction.restrictTemporarily, async ({ caller, body }, world) => {
  const channelId = await channelOf(body.chatChannelId, world.db.read)
  await keepOut({ channelId, targetChannelId: body.targetChannelId, by: caller.channelId }, world)
  return null
})

export const releaseTemporarily = handle(restriction.releaseTemporarily, async ({ caller, body }, world) => {
  const channelId = await channelOf(body.chatChannelId, world.db.read)
  await letBackIn({ channelId, targetChannelId: body.targetChannelId, by: caller.channelId }, world)
  return null
})

type Keeping = { channelId: string; targetChannelId: string; by: string }

/** Keeps someone out of a chat for a while and hides what they said there; what is hidden stays so. Gap 50. */
export async function keepOut(
  { channelId, targetChannelId, by }: Keeping,
  { clock, config, db }: Pick<World, 'clock' | 'config' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.change(async (tx, tell) => {
    await mustKeepOrder(tx, channelId, by)
    const refusal = refusalToRestrictTemporarily(await loadTarget(tx, channelId, targetChannelId), now)
    if (refusal) throw new Refusal('badInput', inField('targetChannelId', refusal))

    const written = await putTemporaryRestriction(tx, {
      channel_id: channelId,
      restricted_channel_id: targetChannelId,
      restricted_by: by,
      created_at: now,
      release_at: now + config.temporaryRestrictionSec * 1000,
    })
    if (!written) throw new Refusal('badInput', inField('targetChannelId', 'TEMPORARILY_RESTRICTED_ALREADY'))
    const hiding = { channelId, senderChannelId: targetChannelId, by, now }
    await hideAllMessages(tx, hiding)
    for (const news of hiddenNews(hiding, null)) tell(news)
    tell(standingChanged(channelId, targetChannelId))
  })
}

/** Lets someone back into a chat before the time is over. */
export async function letBackIn(
  { channelId, targetChannelId, by }: Keeping,
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.change(async (tx, tell) => {
    await mustKeepOrder(tx, channelId, by)
    const refusal = refusalToReleaseTemporarily(await loadTarget(tx, channelId, targetChannelId), now)
    if (refusal) throw new Refusal('badInput', inField('targetChannelId', refusal))
    if (!(await removeTemporaryRestriction(tx, channelId, targetChannelId)))
      throw new Refusal('badInput', inField('targetChannelId', 'NOT_TEMPORARILY_RESTRICTED'))
    tell(standingChanged(channelId, targetChannelId))
  })
}

async function channelOf(chatChannelId: string, db: Reader): Promise<string> {
  const channelId = await loadChannelOfChat(db, chatChannelId)
  if (channelId === null) throw new Refusal('badInput', inField('chatChannelId', 'NO_SUCH_CHAT'))
  return channelId
}
