import type { ChatEvent, UserRoleCode } from '@onair/contract'
import { seoulDate } from '../../kit/dates.ts'
import { emojisIn, isOnlyEmoticons } from '../../kit/emoticons.ts'
import { Refusal } from '../../kit/refusal.ts'
import { channelTopic, signal } from '../../kit/signals.ts'
import { shortText } from '../../kit/text.ts'
import type { World } from '../../world/world.ts'
import { insertMessage, takeTurn } from './chat-store.ts'
import { loadSpeaker, type Speaker } from './speaker-store.ts'
import { refusalToSpeak, slowModeRefusal, takesTurns } from './speaking-rules.ts'
import { roleOf } from './standing-rules.ts'

export type Said = { messageId: string; chatChannelId: string; messageTime: number }

/** Someone speaks in a channel's chat: the one way in for API senders, viewers and the sandbox. Answers what the message is known by. */
export async function say(
  words: { channelId: string; senderChannelId: string; message: string },
  { addresses, clock, db, random }: Pick<World, 'addresses' | 'clock' | 'db' | 'random'>,
): Promise<Said> {
  const now = clock.now()
  const text = shortText(words.message)
  if ('refused' in text) throw new Refusal('badInput', `message: ${text.refused}`)
  const speaker = await loadSpeaker(db.read, words.channelId, words.senderChannelId)
  if (speaker === null) throw new Refusal('notFound', 'no such channel')
  const refusal = refusalToSpeak(speaker, { onlyEmoticons: isOnlyEmoticons(text.text) }, now)
  if (refusal) throw new Refusal('forbidden', refusal)

  const messageId = random.uuid()
  await db.change(async (tx, tell) => {
    if (takesTurns(speaker) && !(await takeTurn(tx, speaker, now)))
      throw new Refusal('forbidden', slowModeRefusal(speaker.chatSlowModeSec))
    await insertMessage(tx, {
      id: messageId,
      channel_id: speaker.channelId,
      sender_channel_id: speaker.senderChannelId,
      content: text.text,
      message_time: now,
    })
    const event = chatEventOf(speaker, { messageId, content: text.text, now, assetsUrl: addresses.baseUrl })
    tell(signal(channelTopic(speaker.channelId, 'CHAT'), { type: 'CHAT', event }))
  })
  return { messageId, chatChannelId: speaker.chatChannelId, messageTime: now }
}

function chatEventOf(
  speaker: Speaker,
  { messageId, content, now, assetsUrl }: { messageId: string; content: string; now: number; assetsUrl: string },
): ChatEvent {
  const userRoleCode = roleOf(speaker)
  const { channelId, senderChannelId, chatChannelId, nickname, verifiedMark } = speaker
  return {
    channelId,
    senderChannelId,
    chatChannelId,
    profile: { nickname, badges: badgesOf(speaker, userRoleCode, assetsUrl), verifiedMark, userRoleCode },
    userRoleCode,
    content,
    emojis: emojisIn(content, assetsUrl),
    messageTime: now,
    eventSentAt: seoulDate(now),
    eventId: messageId,
  }
}

/** Gap 40: clients tell roles by the names of the pictures. */
function badgesOf({ isSubscriber }: Speaker, role: UserRoleCode, assetsUrl: string) {
  const badges: string[] = []
  if (role === 'streamer') badges.push('streamer')
  if (role.endsWith('_manager')) badges.push('manager')
  if (isSubscriber) badges.push('subscriber')
  return badges.map((name) => ({ imageUrl: `${assetsUrl}/assets/badges/${name}.png` }))
}
