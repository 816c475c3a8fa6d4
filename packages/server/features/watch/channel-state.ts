import type { ChannelState } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { emojisIn } from '../../shared/emoticons.ts'
import type { Deps } from '../../infra/deps.ts'
import { findChannelStateRows, type ChannelStateRow } from './channel-state-store.ts'

/** The state that every viewer of a channel sees, by channel id. */
export async function loadChannelStates(
  channelIds: readonly string[],
  { addresses, config, db }: Pick<Deps, 'addresses' | 'config' | 'db'>,
): Promise<Map<string, ChannelState>> {
  const rows = await findChannelStateRows(db.read, channelIds)
  return new Map(rows.map((row) => [row.channelId, toChannelState(row, addresses.baseUrl, config.playbackUrl)]))
}

function toChannelState(row: ChannelStateRow, assetsUrl: string, playbackTemplate: string | null): ChannelState {
  const {
    categoryId,
    categoryType,
    categoryValue,
    categoryEnglishName,
    lastCategoryEnglishName,
    lastCategoryValue,
    lastClosedAt,
    lastOpenedAt,
    lastTitle,
    liveId,
    notice,
    openedAt,
    posterImageUrl,
    viewers,
  } = row
  return {
    live:
      liveId === null || openedAt === null
        ? null
        : {
            liveId,
            openedDate: utcSecond(openedAt),
            viewers,
            playbackUrl: playbackUrlOf(row.channelId, playbackTemplate),
          },
    lastLive:
      lastOpenedAt === null || lastClosedAt === null
        ? null
        : {
            title: lastTitle,
            category:
              lastCategoryValue === null
                ? null
                : { categoryValue: lastCategoryValue, englishName: lastCategoryEnglishName ?? lastCategoryValue },
            openedDate: utcSecond(lastOpenedAt),
            closedDate: utcSecond(lastClosedAt),
          },
    title: row.chosenTitle,
    category:
      categoryId === null || categoryType === null || categoryValue === null
        ? null
        : {
            categoryType,
            categoryId,
            categoryValue,
            posterImageUrl,
            englishName: categoryEnglishName ?? categoryValue,
          },
    tags: row.tags ?? [],
    adult: row.adult ?? false,
    followerCount: row.followerCount,
    notice: notice === null ? null : { content: notice, emojis: emojisIn(notice, assetsUrl) },
    chatSettings: row.chatSettings,
  }
}

/**
 * The operator's media server identifies a live by its channel, never by its stream key. Gaps
 * 150 and 151.
 */
function playbackUrlOf(channelId: string, playbackTemplate: string | null): string | null {
  return playbackTemplate === null ? null : playbackTemplate.replaceAll('{channelId}', channelId)
}
