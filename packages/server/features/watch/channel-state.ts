import type { ChannelState } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { emojisIn } from '../../shared/chat/emoticons.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { ownVideoUrl } from '../lives/own-video-url.ts'
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
            playbackUrl: playbackUrlOf(row, playbackTemplate),
            video: playbackTemplate === null ? row.videoState : null,
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
    allowsClips: row.allowsClips ?? false,
    followerCount: row.followerCount,
    notice: notice === null ? null : { content: notice, emojis: emojisIn(notice, assetsUrl) },
    chatSettings: row.chatSettings,
  }
}

/**
 * The operator's media server identifies a live by its channel, never by its stream key. Gaps 150 and 151. Otherwise the
 * platform carries the video. For adults it is in no state, which everyone gets: `getPlayback` asks for the age.
 */
function playbackUrlOf(row: ChannelStateRow, playbackTemplate: string | null): string | null {
  if (playbackTemplate !== null) return playbackTemplate.replaceAll('{channelId}', row.channelId)
  return row.adult === true ? null : ownVideoUrl(row, 'master.m3u8')
}

/** The playlist of a channel's live, or null. `isAdult`: the viewer has confirmed the age. */
export async function getPlayback(
  { channelId, isAdult }: { channelId: string; isAdult: boolean },
  { config, db }: Pick<Deps, 'config' | 'db'>,
): Promise<{ playbackUrl: string | null }> {
  const [row] = await findChannelStateRows(db.read, [channelId])
  if (row === undefined) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  if (row.adult === true && !isAdult) throw new Refusal('forbidden', 'AGE_NOT_CONFIRMED')
  return { playbackUrl: playbackUrlOf({ ...row, adult: false }, config.playbackUrl) }
}
