import { chat, type BodyOf } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { inField, Refusal } from '../../kit/refusal.ts'
import { channelChanged } from '../../kit/signals.ts'
import { shortText } from '../../kit/text.ts'
import type { World } from '../../world/world.ts'
import { mustKeepOrder } from './keep-order.ts'
import { lockShownMessage, putNotice as writeNotice, removeNotice } from './notice-store.ts'

export const putNotice = handle(chat.putNotice, async ({ caller: { channelId }, body }, world) => {
  await register({ channelId, by: channelId }, body, world)
  return null
})

/** In whose chat, and who of those who keep order there. */
type Keeping = { channelId: string; by: string }

/** Registers a notice: a text of its own, which is no chat message, or a message of the chat that can be seen. Gap 52. */
export async function register(
  { channelId, by }: Keeping,
  { message, messageId }: BodyOf<typeof chat.putNotice>,
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  const hasText = message !== undefined && message !== null
  const hasMessage = messageId !== undefined && messageId !== null
  if (hasText === hasMessage) throw new Refusal('badInput', 'NOTICE_OF_WHAT')

  const text = hasText ? shortText(message) : null
  if (text !== null && 'refused' in text) throw new Refusal('badInput', inField('message', text.refused))

  await db.change(async (tx, tell) => {
    await mustKeepOrder(tx, channelId, by)
    const said = hasMessage ? await lockShownMessage(tx, channelId, messageId) : null
    const content = text?.text ?? said?.content
    if (content === undefined) throw new Refusal('notFound', 'NO_SUCH_MESSAGE')
    const message_id = hasMessage ? messageId : null
    await writeNotice(tx, { channel_id: channelId, message_id, content, created_at: now })
    tell(channelChanged(channelId))
  })
}

/** Takes the notice away; where there is none nothing changes. Gap 136. */
export async function takeAway({ channelId, by }: Keeping, { db }: Pick<World, 'db'>): Promise<void> {
  await db.change(async (tx, tell) => {
    await mustKeepOrder(tx, channelId, by)
    await removeNotice(tx, channelId)
    tell(channelChanged(channelId))
  })
}
