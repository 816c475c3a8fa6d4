import { reasonForField, Refusal } from '../../shared/refusal.ts'
import { parseShortText } from '../../shared/text.ts'
import { refuseWord, type SiteText } from '../../shared/words/site-words.ts'
import type { Watcher } from '../../shared/watch/check-watch.ts'
import type { MessageWriter, SentMessage } from './message-writer.ts'

/** The claims that open a private channel to a sender, apart from what the database says. */
type WatchCredentials = Pick<Watcher, 'proof' | 'isOperator'>

/** `reviewMessage` puts a message into the reports. */
type SendDeps = {
  messageWriter: MessageWriter
  site: SiteText
  reviewMessage: (message: { channelId: string; messageId: string; word: string }) => Promise<void>
}

/**
 * Sends a message to a channel's chat, for API callers, viewers and the sandbox. Returns the ids of the message. A word of the
 * site refuses it, from whomever it comes, or puts it into the reports.
 */
export async function sendMessage(
  input: {
    channelId: string
    senderChannelId: string
    message: string
    replyTo?: string | undefined
  } & Partial<WatchCredentials>,
  { messageWriter, reviewMessage, site }: SendDeps,
): Promise<SentMessage> {
  const validated = parseShortText(input.message)
  if ('refusal' in validated) throw new Refusal('badInput', reasonForField('message', validated.refusal))
  const { channelId, senderChannelId, replyTo = null, proof = null, isOperator = false } = input
  const credentials = { proof, isOperator }
  const found = await refuseWord(validated.text, () => new Refusal('forbidden', 'SITE_WORD'), { site })
  const draft = { channelId, senderChannelId, content: validated.text, replyTo, ...credentials }
  const sent = await messageWriter.write(draft)
  if (found !== null) await reviewMessage({ channelId, messageId: sent.messageId, word: found.word })
  return sent
}
