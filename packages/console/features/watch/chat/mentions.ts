import type { ChatEvent, RepliedMessage } from '@onair/contract'

/** The viewer whose mentions have a mark. */
export type Self = { readonly channelId: string; readonly channelName: string }

/** Whether a message of another person mentions the viewer or replies to them. */
export function isAbout(
  { channelId, channelName }: Self,
  { senderChannelId, content }: Pick<ChatEvent, 'senderChannelId' | 'content'>,
  reply: Pick<RepliedMessage, 'senderChannelId'> | undefined,
): boolean {
  if (senderChannelId === channelId) return false
  return reply?.senderChannelId === channelId || mentions(content.toLowerCase(), `@${channelName.toLowerCase()}`)
}

/** A Korean particle can follow a name; a Latin letter or a digit makes it another name. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/^[a-z0-9_]/.test(text.slice(at + name.length))) return true
  return false
}
