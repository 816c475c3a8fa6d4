import type { ChannelShown } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { emojisIn } from '../../kit/emoticons.ts'
import type { World } from '../../world/world.ts'
import { titleShown } from '../lives/live-rules.ts'
import { findShownRows, type ShownRow } from './shown-store.ts'

/** What everybody who looks at these channels sees of them, by channel. */
export async function findShown(
  channelIds: readonly string[],
  { addresses, config, db }: Pick<World, 'addresses' | 'config' | 'db'>,
): Promise<Map<string, ChannelShown>> {
  const rows = await findShownRows(db.read, channelIds)
  return new Map(rows.map((row) => [row.channelId, shownOf(row, addresses.baseUrl, config.playbackUrl)]))
}

function shownOf(row: ShownRow, assetsUrl: string, playback: string | null): ChannelShown {
  const { categoryId, categoryType, categoryValue, liveId, notice, openedAt, posterImageUrl, viewers } = row
  return {
    live:
      liveId === null || openedAt === null
        ? null
        : { liveId, openedDate: utcSecond(openedAt), viewers, playbackUrl: playbackUrlOf(row.channelId, playback) },
    title: titleShown(row.chosenTitle, row.channelName),
    category:
      categoryId === null || categoryType === null || categoryValue === null
        ? null
        : { categoryType, categoryId, categoryValue, posterImageUrl },
    tags: row.tags ?? [],
    adult: row.adult ?? false,
    followerCount: row.followerCount,
    notice: notice === null ? null : { content: notice, emojis: emojisIn(notice, assetsUrl) },
    chatSettings: row.chatSettings,
  }
}

/** Gaps 150 and 151: the operator's media server knows a broadcast by its channel, and never by its stream key. */
function playbackUrlOf(channelId: string, playback: string | null): string | null {
  return playback === null ? null : playback.replaceAll('{channelId}', channelId)
}
