import type { Tx } from '../../world/db/db.ts'

export type Hiding = { channelId: string; senderChannelId: string; by: string; now: number }

/** Hides what someone said at one moment. False when they said nothing then; what is hidden already stays so. */
export async function hideMessagesAt(tx: Tx, hiding: Hiding, messageTime: number): Promise<boolean> {
  await hide(tx, hiding, messageTime)
  const said = await tx
    .selectFrom('chat_message')
    .select('id')
    .where('channel_id', '=', hiding.channelId)
    .where('message_time', '=', messageTime)
    .where('sender_channel_id', '=', hiding.senderChannelId)
    .executeTakeFirst()
  return said !== undefined
}

/** Hides everything that someone has said in a chat. */
export async function hideAllMessages(tx: Tx, hiding: Hiding): Promise<void> {
  await hide(tx, hiding)
}

/** A message that is hidden is no notice any more. */
async function hide(tx: Tx, { channelId, senderChannelId, by, now }: Hiding, messageTime?: number) {
  await tx
    .updateTable('chat_message')
    .set({ hidden_at: now, hidden_by: by })
    .where('channel_id', '=', channelId)
    .where('sender_channel_id', '=', senderChannelId)
    .where('hidden_at', 'is', null)
    .$if(messageTime !== undefined, (messages) => messages.where('message_time', '=', messageTime ?? 0))
    .execute()
  await tx
    .deleteFrom('chat_notice')
    .where('chat_notice.channel_id', '=', channelId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('chat_message')
          .select('id')
          .whereRef('chat_message.id', '=', 'chat_notice.message_id')
          .where('hidden_at', 'is not', null),
      ),
    )
    .execute()
}
