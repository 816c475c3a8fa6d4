import { isOnlyEmoticons } from '../../shared/chat/emoticons.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import { parseShortText } from '../../shared/text.ts'
import type { Watcher } from '../../shared/watch/check-watch.ts'
import type { MessageWriter, SentMessage } from './message-writer.ts'

/** The claims that open a private channel to a sender, apart from what the database says. */
type WatchCredentials = Pick<Watcher, 'proof' | 'isOperator'>

/** Sends a message to a channel's chat, for API callers, viewers and the sandbox. Returns the ids of the message. */
export async function sendMessage(
  input: { channelId: string; senderChannelId: string; message: string } & Partial<WatchCredentials>,
  { messageWriter }: { messageWriter: MessageWriter },
): Promise<SentMessage> {
  const validated = parseShortText(input.message)
  if ('refusal' in validated) throw new Refusal('badInput', reasonForField('message', validated.refusal))
  const { channelId, senderChannelId, proof = null, isOperator = false } = input
  const onlyEmoticons = isOnlyEmoticons(validated.text)
  const credentials = { proof, isOperator }
  return messageWriter.write({ channelId, senderChannelId, content: validated.text, onlyEmoticons, ...credentials })
}
