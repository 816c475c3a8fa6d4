import { restriction } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Tx } from '../../world/db/db.ts'
import { loadChannelOfChat } from '../chat/chat-store.ts'
import { hideAllMessages } from '../chat/hidden-store.ts'
import { keepsOrder } from '../chat/standing-rules.ts'
import { refusalToReleaseTemporarily, refusalToRestrictTemporarily } from './restriction-rules.ts'
import { loadTarget, putTemporaryRestriction, removeTemporaryRestriction } from './restriction-store.ts'

/** Keeps someone out of a chat for a while and hides what they said there; what is hidden stays so. Gap 50. */
export const restrictTemporarily = handle(
  restriction.restrictTemporarily,
  async ({ caller, body: { chatChannelId, targetChannelId } }, { clock, config, db }) => {
    const now = clock.now()
    const by = caller.channelId
    await db.change(async (tx) => {
      const channelId = await chatKeptBy(tx, by, chatChannelId)
      const refusal = refusalToRestrictTemporarily(await loadTarget(tx, channelId, targetChannelId), now)
      if (refusal) throw new Refusal('badInput', `targetChannelId: ${refusal}`)

      const written = await putTemporaryRestriction(tx, {
        channel_id: channelId,
        restricted_channel_id: targetChannelId,
        restricted_by: by,
        created_at: now,
        release_at: now + config.temporaryRestrictionSec * 1000,
      })
      if (!written) throw new Refusal('badInput', 'targetChannelId: is temporarily restricted already')
      await hideAllMessages(tx, { channelId, senderChannelId: targetChannelId, by, now })
    })
    return null
  },
)

export const releaseTemporarily = handle(
  restriction.releaseTemporarily,
  async ({ caller, body: { chatChannelId, targetChannelId } }, { clock, db }) => {
    const now = clock.now()
    await db.change(async (tx) => {
      const channelId = await chatKeptBy(tx, caller.channelId, chatChannelId)
      const refusal = refusalToReleaseTemporarily(await loadTarget(tx, channelId, targetChannelId), now)
      if (refusal) throw new Refusal('badInput', `targetChannelId: ${refusal}`)
      if (!(await removeTemporaryRestriction(tx, channelId, targetChannelId)))
        throw new Refusal('badInput', 'targetChannelId: is not temporarily restricted')
    })
    return null
  },
)

/** The channel of a chat in which someone keeps order. Others are refused. */
async function chatKeptBy(tx: Tx, by: string, chatChannelId: string): Promise<string> {
  const channelId = await loadChannelOfChat(tx, chatChannelId)
  if (channelId === null) throw new Refusal('badInput', 'chatChannelId: there is no such chat')
  const keeper = await loadTarget(tx, channelId, by)
  if (keeper === null || !keepsOrder(keeper))
    throw new Refusal('forbidden', 'the caller is neither the streamer nor a manager of that chat')
  return channelId
}
