import { Refusal } from '../../shared/refusal.ts'
import { utcSecond, utcSecondOrNull } from '../../shared/dates.ts'
import { channelPictureUrl } from '../../shared/pictures/picture-urls.ts'
import { loadEmoticons } from '../../shared/chat/emoticon-store.ts'
import { emojisIn } from '../../shared/chat/emoticons.ts'
import type { Deps } from '../../infra/deps.ts'
import { hasVisibleMessage, listMessagesOf, loadChatter, sumDonations } from './chatter-store.ts'

const messageCount = 10

/** Returns the details of a person that a moderator of a channel sees. */
export async function getChatter(
  channelId: string,
  targetChannelId: string,
  { addresses, clock, db }: Pick<Deps, 'addresses' | 'clock' | 'db'>,
) {
  const now = clock.now()
  const [chatter, messages, donatedAmount] = await Promise.all([
    loadChatter(db.read, channelId, targetChannelId),
    listMessagesOf(db.read, channelId, targetChannelId, messageCount),
    sumDonations(db.read, channelId, targetChannelId),
  ])
  if (chatter === undefined) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  const { restrictedAt, temporarilyRestrictedUntil } = chatter
  const texts = messages.map(({ content }) => ({ channelId, content }))
  const emoticons = await loadEmoticons(db.read, texts)
  return {
    channelName: chatter.name,
    channelImageUrl: channelPictureUrl(chatter.pictureId, addresses),
    accountCreatedDate: utcSecond(chatter.createdAt),
    managerRole: chatter.managerRole,
    ...audienceFacts(chatter),
    restrictedDate: utcSecondOrNull(restrictedAt),
    temporarilyRestrictedUntil:
      temporarilyRestrictedUntil === null || temporarilyRestrictedUntil <= now
        ? null
        : utcSecond(temporarilyRestrictedUntil),
    donatedAmount,
    messages: messages.map((row) => ({
      messageId: row.id,
      content: row.content,
      emojis: emojisIn({ channelId, content: row.content }, emoticons, addresses.baseUrl),
      isHidden: row.hidden_at !== null,
      createdDate: utcSecond(row.message_time),
    })),
  }
}

/** Returns the details of a person in the chat of a channel that any viewer sees. */
export async function getChatProfile(
  channelId: string,
  targetChannelId: string,
  { addresses, db }: Pick<Deps, 'addresses' | 'db'>,
) {
  const [isShown, chatter] = await Promise.all([
    hasVisibleMessage(db.read, channelId, targetChannelId),
    loadChatter(db.read, channelId, targetChannelId),
  ])
  if (!isShown || chatter === undefined) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  const channelImageUrl = channelPictureUrl(chatter.pictureId, addresses)
  return { channelName: chatter.name, channelImageUrl, ...audienceFacts(chatter) }
}

type Audience = { followedAt: number | null; month: number | null; tierNo: number | null }

function audienceFacts({ followedAt, month, tierNo }: Audience) {
  return {
    followedDate: utcSecondOrNull(followedAt),
    subscription: month === null || tierNo === null ? null : { month, tierNo },
  }
}
