import { isOnlyEmoticons } from '../../shared/chat/emoticons.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import { parseShortText } from '../../shared/text.ts'
import type { MessageWriter, SentMessage } from './message-writer.ts'

/** Sends a message to a channel's chat, for API callers, viewers and the sandbox. Returns the ids of the message. */
export async function sendMessage(
  input: { channelId: string; senderChannelId: string; message: string },
  { messageWriter }: { messageWriter: MessageWriter },
): Promise<SentMessage> {
  const validated = parseShortText(input.message)
  if ('refusal' in validated) throw new Refusal('badInput', reasonForField('message', validated.refusal))
  const { channelId, senderChannelId } = input
  const onlyEmoticons = isOnlyEmoticons(validated.text)
  return messageWriter.write({ channelId, senderChannelId, content: validated.text, onlyEmoticons })
}
